import { attach } from '#contract/storage/attach.ts'
import { keyOf, queries } from '#web/base/api/caller.ts'
import { formUpload } from '#web/base/api/form-upload.ts'
import { uploadWithProgress } from '#web/base/api/upload-with-progress.ts'
import type { Send } from './uploads.ts'

export const sendAttachment: Send = async (file, signal, onProgress) => {
  const { attachId, originalName, attachSize } = await uploadWithProgress(formUpload, file, { signal, onProgress })
  queries.setQueryData(keyOf(attach.calls.detail, { id: attachId }), { id: attachId, originalName, attachSize })
  return String(attachId)
}
