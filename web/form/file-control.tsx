import { useState } from 'react'
import { split } from '#contract/kit/field.ts'
import { attach } from '#contract/storage/attach.ts'
import { upload, uploadLimits } from '#contract/storage/upload.ts'
import { words } from '#contract/words.ts'
import { failureOf, keyOf, queries } from '#web/base/caller.ts'
import { formatFileSize } from '#web/base/file-size.ts'
import { sendFile } from '#web/base/file-transfer.ts'
import { useLocalize } from '#web/base/language.ts'
import { ChooseFile } from '#web/ui/choose-file.tsx'
import { useFieldContext } from '#web/ui/input.tsx'
import type { ControlProps } from './control.ts'
import css from './file-control.module.css'
import { FileLinkList } from './file-link-list.tsx'

/** Uploads one file at a time; `onUploaded` receives its id. A rejected file leaves the reason in `refusal`. */
const useUpload = (onUploaded: (id: string | null) => void) => {
  const t = useLocalize()
  const [sending, setSending] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = async (file: File) => {
    setRefusal(null)
    if (file.size > uploadLimits.attachment)
      return setRefusal(
        t([
          `文件为 ${formatFileSize(file.size)}，超过 20 MB，请压缩或拆分后上传`,
          `The file is ${formatFileSize(file.size)}, over the limit of 20 MB. Compress or split it and try again`,
        ]),
      )
    setSending(file.name)
    try {
      const { attachId, originalName, attachSize } = await sendFile(upload.putFileAttach, file)
      queries.setQueryData(keyOf(attach.calls.detail, { id: attachId }), { id: attachId, originalName, attachSize })
      onUploaded(attachId)
    } catch (error) {
      setRefusal(failureOf(error).message)
    } finally {
      setSending(null)
    }
  }
  return { sending, refusal, send }
}

/** Uploads a file as soon as it is chosen. A rejected file shows the reason and leaves the value unchanged. */
export const FileControl = ({ field, value, onChange, disabled }: ControlProps) => {
  const t = useLocalize()
  const { id, describedBy } = useFieldContext()
  const ids = split(typeof value === 'string' ? value : null)
  const { sending, refusal, send } = useUpload((newId) =>
    onChange(field.kind === 'files' ? [...ids, newId].join(',') : newId),
  )

  return (
    <span className={css.control}>
      {ids.length ? (
        <FileLinkList
          ids={ids}
          {...(disabled
            ? {}
            : { remove: (removedId) => onChange(ids.filter((one) => one !== removedId).join(',') || null) })}
        />
      ) : null}
      {disabled ? (
        ids.length ? null : (
          <span className={css.none}>{t(words.notFilled)}</span>
        )
      ) : (
        <ChooseFile
          id={`${id}-file`}
          describedBy={describedBy}
          busy={sending !== null}
          onSelect={([file]) => file && void send(file)}
        >
          {sending
            ? t([`正在上传 ${sending}`, `Uploading ${sending}`])
            : ids.length && field.kind === 'file'
              ? t(['更换文件', 'Replace file'])
              : t(['选择文件', 'Choose file'])}
        </ChooseFile>
      )}
      <span role="alert" className={css.refusal}>
        {refusal}
      </span>
    </span>
  )
}
