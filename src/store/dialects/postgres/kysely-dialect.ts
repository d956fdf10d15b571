import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from 'kysely'

/**
 * Passes lists of texts as one parameter, so that statements have the same text for lists of all lengths. The subquery
 * hides their length from the planner, which would rather read a table of ten thousand rows than look a hundred of them up.
 */
export class TransactionDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new ListCompiler()
  }
}

class ListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node
    const isIn = OperatorNode.is(operator) && operator.operator === 'in'
    if (!isIn || !PrimitiveValueListNode.is(rightOperand) || !isTextList(rightOperand.values)) {
      super.visitBinaryOperation(node)
      return
    }
    this.visitNode(node.leftOperand)
    this.append(' = any(array(select unnest(')
    this.appendValue(rightOperand.values)
    this.append('::text[])))')
  }
}

function isTextList(values: readonly unknown[]): boolean {
  return values.length > 1 && values.every((value) => typeof value === 'string')
}
