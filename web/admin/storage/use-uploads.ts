import { useRef, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { attach } from '#contract/storage/attach.ts'
import { upload, uploadLimits } from '#contract/storage/upload.ts'
import { failureOf, invalidate } from '#web/base/caller.ts'
import { formatFileSize } from '#web/base/file-size.ts'
import { useLocalize } from '#web/base/say.ts'
import { uploadWithProgress } from '#web/base/send-watched.ts'

/** A file of the dialog and how far it is. */
export interface Sending {
  readonly key: number
  readonly file: File
  readonly state: 'waiting' | 'sending' | 'done' | 'refused'
  /** From 0 to 1. */
  readonly share: number
  /** What came of it, in words. */
  readonly said: string
}

const tooLarge = (size: number): Text => [
  `文件为 ${formatFileSize(size)}，超过 20 MB，请压缩或拆分后上传`,
  `The file has ${formatFileSize(size)}; at most 20 MB are accepted`,
]

/** Sends chosen files one after the other; each tells how far it is and what came of it, and none holds up the next. */
export const useUploads = () => {
  const t = useLocalize()
  const [all, setAll] = useState<readonly Sending[]>([])
  const line = useRef({ last: 0, ahead: Promise.resolve(), ending: new AbortController() })
  const set = (key: number, more: Partial<Sending>) =>
    setAll((now) => now.map((one) => (one.key === key ? { ...one, ...more } : one)))

  const sendOne = async ({ key, file }: Sending) => {
    const { signal } = line.current.ending
    if (signal.aborted) return
    if (file.size > uploadLimits.attachment) return set(key, { state: 'refused', said: t(tooLarge(file.size)) })
    set(key, { state: 'sending' })
    try {
      await uploadWithProgress(upload.putFileAttach, file, { signal, onProgress: (share) => set(key, { share }) })
      set(key, { state: 'done', share: 1, said: t(['上传成功', 'Uploaded']) })
      void invalidate(attach.path)
    } catch (error) {
      if (!signal.aborted) set(key, { state: 'refused', said: failureOf(error).message })
    }
  }
  const add = (files: readonly File[]) => {
    const { current } = line
    const more = files.map((file): Sending => ({ key: ++current.last, file, state: 'waiting', share: 0, said: '' }))
    setAll((now) => [...now, ...more])
    for (const one of more) current.ahead = current.ahead.then(() => sendOne(one))
  }
  return {
    ...{ all, add },
    busy: all.some(({ state }) => state === 'waiting' || state === 'sending'),
    /** Breaks off what is on its way, and what waits. */
    end: () => line.current.ending.abort(),
  }
}
