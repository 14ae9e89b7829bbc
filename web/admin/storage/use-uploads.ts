import { useRef, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { attach } from '#contract/storage/attach.ts'
import { attachmentFormats, formatFault } from '#contract/storage/file-formats.ts'
import { upload, uploadLimits } from '#contract/storage/upload.ts'
import { failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { uploadWithProgress } from '#web/base/api/upload-with-progress.ts'
import { formatFileSize } from '#web/base/page/file-size.ts'

/** A file of the dialog and its upload state. */
export interface UploadItem {
  readonly key: number
  readonly file: File
  readonly state: 'waiting' | 'sending' | 'done' | 'refused'
  /** Progress from 0 to 1. */
  readonly share: number
  /** The result, in words. */
  readonly message: string
}

const tooLarge = (size: number): Text => [
  `文件超过 20 MB（现为 ${formatFileSize(size)}），请压缩或拆分后上传`,
  `The file is larger than 20 MB (${formatFileSize(size)}). Compress or split it and try again`,
]

/** Uploads files one after the other; each reports its progress and result, and a failure does not stop the next. */
export const useUploads = () => {
  const t = useLocalize()
  const [all, setAll] = useState<readonly UploadItem[]>([])
  const queue = useRef({ lastKey: 0, tail: Promise.resolve(), abortController: new AbortController() })
  const set = (key: number, changes: Partial<UploadItem>) =>
    setAll((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  const sendOne = async ({ key, file }: UploadItem) => {
    const { signal } = queue.current.abortController
    if (signal.aborted) return
    const fault = formatFault(attachmentFormats, file.name)
    if (fault) return set(key, { state: 'refused', message: t(fault) })
    if (file.size > uploadLimits.attachment) return set(key, { state: 'refused', message: t(tooLarge(file.size)) })
    set(key, { state: 'sending' })
    try {
      await uploadWithProgress(upload.putFileAttach, file, { signal, onProgress: (share) => set(key, { share }) })
      set(key, { state: 'done', share: 1, message: t(['上传成功', 'Uploaded']) })
      void invalidate(attach.path)
    } catch (error) {
      if (!signal.aborted) set(key, { state: 'refused', message: failureOf(error).message })
    }
  }
  const add = (files: readonly File[]) => {
    const { current } = queue
    const added = files.map(
      (file): UploadItem => ({ key: ++current.lastKey, file, state: 'waiting', share: 0, message: '' }),
    )
    setAll((now) => [...now, ...added])
    for (const one of added) current.tail = current.tail.then(() => sendOne(one))
  }
  return {
    all,
    add,
    busy: all.some(({ state }) => state === 'waiting' || state === 'sending'),
    /** Cancels the running upload and those that wait. */
    end: () => queue.current.abortController.abort(),
  }
}
