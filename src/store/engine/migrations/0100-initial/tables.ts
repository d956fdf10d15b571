/** The type of whole numbers, which also tells the databases apart: `integer` on SQLite, `bigint` on PostgreSQL. */
export type Integer = 'integer' | 'bigint'

/** Makes SQLite keep the rows of a table in the index of its key. */
export function withoutRowid(integer: Integer): string {
  return integer === 'integer' ? ' without rowid' : ''
}

/** Creates a table that PostgreSQL partitions by the week in its key. */
export function createWeeklyTable(integer: Integer, name: string, columns: string): string[] {
  if (integer === 'integer') return [`create table ${name} (${columns})`]
  return [
    `create table ${name} (${columns}) partition by range (key)`,
    `create table ${name}_rest partition of ${name} default`,
  ]
}

/** The columns that the keys of accounts and those of endpoints have in common. */
export function keyColumns(integer: Integer): string {
  return `name text not null,
       scopes text not null,
       created_at ${integer} not null,
       used_at ${integer},
       expires_at ${integer},
       expiry_recorded_at ${integer},
       member_key ${integer}`
}
