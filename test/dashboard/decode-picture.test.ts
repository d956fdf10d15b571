import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodePicture } from '../../dashboard/src/screens/submission/files/decode-picture.ts'

/** Content that the browser no longer has. */
class LostBlob extends Blob {
  override slice(): Blob {
    throw new DOMException('The requested file could not be read', 'NotReadableError')
  }
}

test('a picture that the browser cannot read is damaged, and keeps no later one from being shown', async () => {
  const pictures = [new LostBlob(), new Blob(['no picture'])]
  const decoded = await Promise.all(pictures.map((content) => decodePicture(content, 100)))
  assert.deepEqual(decoded, [{ kind: 'damaged' }, { kind: 'damaged' }])
})
