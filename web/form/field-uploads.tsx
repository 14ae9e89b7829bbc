import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { attach } from '#contract/storage/attach.ts'
import { words } from '#contract/words.ts'
import { keyOf, queries } from '#web/base/api/caller.ts'
import { formUpload } from '#web/base/api/form-upload.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { uploadWithProgress } from '#web/base/api/upload-with-progress.ts'
import { Button } from '#web/ui/button.tsx'
import { useFormState } from './form-context.ts'
import css from './upload-lines.module.css'
import type { Receiver, Send, Upload } from './uploads.ts'
import { uploads, useAllUploads } from './window-uploads.ts'

const sendAttachment: Send = async (file, signal, onProgress) => {
  const { attachId, originalName, attachSize } = await uploadWithProgress(formUpload, file, { signal, onProgress })
  queries.setQueryData(keyOf(attach.calls.detail, { id: attachId }), { id: attachId, originalName, attachSize })
  return String(attachId)
}

interface FieldUploads {
  readonly list: readonly Upload[]
  readonly start: (file: File) => void
}

interface Field {
  readonly at: string
  readonly isOpen: boolean
  /** Ids of the files that the field has. */
  readonly ids: readonly string[]
  readonly isMultiple: boolean
  readonly onChange: (value: string) => void
}

/**
 * The uploads for one field. If its form belongs to something that outlives the page, they go on when the page is left; otherwise they
 * end with the field.
 */
export const useFieldUploads = ({ at, isOpen, ids, isMultiple, onChange }: Field): FieldUploads => {
  const { uploads: home } = useFormState()
  const ownId = useId()
  const owner = home?.owner ?? ownId
  const list = useAllUploads().filter((one) => one.owner === owner && one.at === at)
  // two files may arrive before the form is rendered again
  const latestIds = useRef(ids)
  useEffect(() => {
    latestIds.current = ids
  }, [ids])
  const take = useEffectEvent((attachId: string) => {
    latestIds.current = isMultiple ? [...latestIds.current, attachId] : [attachId]
    onChange(latestIds.current.join(','))
    return true
  })
  useEffect(() => (isOpen ? uploads.receive(owner, at, (id) => take(id)) : undefined), [owner, at, isOpen])
  const cancelOwn = useEffectEvent(() => {
    if (!home) for (const { key } of list) uploads.cancel(key)
  })
  useEffect(() => () => cancelOwn(), [])
  const keep: Receiver = (attachId) => home?.keep(at, attachId, isMultiple) ?? true
  return { list, start: (file) => uploads.start({ owner, at, file, keep, send: sendAttachment }) }
}

const Line = ({ upload }: { upload: Upload }) => {
  const t = useLocalize()
  const { key, name, state, share, message } = upload
  const percent = Math.floor(share * 100)
  return (
    <li className={css.line}>
      <span className="anywhere">
        {state === 'sending'
          ? t([`正在上传 ${name}`, `Uploading ${name}`])
          : state === 'interrupted'
            ? t([`网络中断，恢复后继续上传 ${name}`, `Connection lost; ${name} will be sent when it is back`])
            : t([`未能上传 ${name}`, `${name} was not uploaded`])}
      </span>
      <span className={css.amount}>{state === 'sending' ? `${percent}%` : null}</span>
      <span>
        {state === 'failed' ? (
          <Button kind="link" aria-label={`${t(words.retry)} ${name}`} onClick={() => uploads.retry(upload)}>
            {t(words.retry)}
          </Button>
        ) : null}
        <Button
          kind="link"
          aria-label={t([`取消上传 ${name}`, `Cancel the upload of ${name}`])}
          onClick={() => uploads.cancel(key)}
        >
          {t(words.cancel)}
        </Button>
      </span>
      {state === 'sending' ? <progress className={css.bar} max={100} value={percent} aria-label={name} /> : null}
      {state === 'failed' ? (
        <span role="alert" className={css.fault}>
          {message}
        </span>
      ) : null}
    </li>
  )
}

/** The uploads for a field: their progress, a way to cancel each, and why one failed. */
export const UploadLines = ({ list }: { list: readonly Upload[] }) =>
  list.length ? (
    <ul className={css.lines}>
      {list.map((upload) => (
        <Line key={upload.key} upload={upload} />
      ))}
    </ul>
  ) : null
