import type { UseMutationResult } from '@tanstack/react-query'
import type { ApiError } from '../api/client/api-error.ts'
import { type ToastOptions, useToast } from '../controls/overlays/toast.tsx'
import { useErrorToast } from './error-toast.ts'

/**
 * Returns a function that runs a mutation. A toast says when it failed, and offers to try again.
 *
 * NOTE: unlike callbacks of `mutate`, those given here are called after unmount, too: the answer often removes the button.
 *
 * @param words.failed such as "Not sent again"
 * @param words.done returns a toast that says what was done
 */
export function useAction<Answer, Given = void>(
  mutation: UseMutationResult<Answer, ApiError, Given>,
  words: {
    failed: string
    done?: (answer: Answer, given: Given) => ToastOptions
    onDone?: (answer: Answer, given: Given) => void
  },
): (given: Given) => void {
  const { failed, done, onDone } = words
  const { showToast } = useToast()
  const showError = useErrorToast()
  const run = (given: Given): void =>
    void mutation.mutateAsync(given).then(
      (answer) => {
        if (done) showToast(done(answer, given))
        onDone?.(answer, given)
      },
      (error) => showError(error, { title: failed, retry: () => run(given) }),
    )
  return run
}
