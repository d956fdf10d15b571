import { useEffect, useRef, useState } from 'react'
import { type AttachedFile, useFileContent } from '../../../api/submissions/files.ts'
import { decodePicture, type Fault } from './decode-picture.ts'
import type { PictureSize } from './picture-size.ts'

/** A picture on its way to the screen; `shown` once it is drawn. `failed`: it could not be loaded. */
type PictureState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: Fault }
  | { kind: 'shown'; size: PictureSize }

/**
 * Draws a picture that a visitor sent on a canvas: no element of the page ever has its address.
 *
 * @param request.maxSide number of pixels of its longer side, at most
 * @param request.enabled false: nothing is loaded yet
 */
export function usePicture(request: {
  submissionId: string
  file: AttachedFile
  maxSide: number
  enabled: boolean
}) {
  const { submissionId, file, maxSide, enabled } = request
  const canvas = useRef<HTMLCanvasElement>(null)
  const content = useFileContent(submissionId, file, enabled)
  const [decoded, setDecoded] = useState<PictureState | null>(null)
  useEffect(() => {
    if (!content.data) return
    let isGone = false
    void decodePicture(content.data, maxSide).then((result) => {
      if (result.kind !== 'picture') {
        if (!isGone) setDecoded(result)
        return
      }
      const { bitmap, size } = result
      if (!isGone && canvas.current) {
        Object.assign(canvas.current, { width: bitmap.width, height: bitmap.height })
        canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0)
        setDecoded({ kind: 'shown', size })
      }
      bitmap.close()
    })
    return () => {
      isGone = true
    }
  }, [content.data, maxSide])
  const state: PictureState = decoded ?? { kind: content.isError ? 'failed' : 'loading' }
  return { canvas, state, retry: content.refetch }
}
