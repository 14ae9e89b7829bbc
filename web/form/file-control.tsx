import { useMemo, useState } from 'react'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { secrecyNotice } from '#contract/secrecy.ts'
import { acceptOf, attachmentFormats, formatFault, heicHint } from '#contract/storage/file-formats.ts'
import { uploadLimits } from '#contract/storage/upload.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatFileSize } from '#web/base/page/file-size.ts'
import { ChooseFile } from '#web/ui/choose-file.tsx'
import { useFieldContext } from '#web/ui/input.tsx'
import type { ControlProps } from './control.ts'
import { UploadLines, useFieldUploads } from './field-uploads.tsx'
import css from './file-control.module.css'
import { FileLinkList } from './file-link-list.tsx'

/** Why a file cannot be uploaded; null if it can be tried. */
const refusalOf = ({ name, size }: File): Text | null => {
  const fault = formatFault(attachmentFormats, name)
  if (fault || size <= uploadLimits.attachment) return fault
  return [
    `文件超过 20 MB（现为 ${formatFileSize(size)}），请压缩或拆分后上传`,
    `The file is larger than 20 MB (${formatFileSize(size)}). Compress or split it and try again`,
  ]
}

/** Which files can be chosen. */
const formatsText = fill(
  ['支持 {0}，单个不超过 20\u00a0MB；{1}。', 'Supported: {0}; up to 20\u00a0MB each. {1}.'],
  attachmentFormats.summary,
  heicHint,
)

/** The button that chooses a file, with what it says while one is uploaded. */
const Choose = ({ field, isFilled, isBusy, refusal, onFile }: ChooseProps) => {
  const t = useLocalize()
  const { id, describedBy, bad } = useFieldContext()
  const described = [describedBy, `${id}-formats`, refusal ? `${id}-refusal` : '']
  return (
    <>
      <ChooseFile
        id={`${id}-file`}
        accept={acceptOf(attachmentFormats.extensions)}
        describedBy={described.filter(Boolean).join(' ')}
        invalid={bad || refusal !== null}
        busy={isBusy}
        onSelect={([file]) => file && onFile(file)}
      >
        {isFilled && field.kind === 'file' ? t(['更换文件', 'Replace file']) : t(['选择文件', 'Choose file'])}
      </ChooseFile>
      <small id={`${id}-formats`} className={css.formats}>
        {t(formatsText)} {t(secrecyNotice)}
      </small>
      <span id={`${id}-refusal`} role="alert" className="bad">
        {refusal}
      </span>
    </>
  )
}

interface ChooseProps extends Pick<ControlProps, 'field'> {
  readonly isFilled: boolean
  readonly isBusy: boolean
  /** Why the last file was not taken. */
  readonly refusal: string | null
  readonly onFile: (file: File) => void
}

/** Uploads a file as soon as it is chosen. A rejected file shows the reason and leaves the value unchanged. */
export const FileControl = ({ field, value, onChange, disabled, at = '' }: ControlProps) => {
  const t = useLocalize()
  const [refusal, setRefusal] = useState<string | null>(null)
  const ids = useMemo(() => split(typeof value === 'string' ? value : null), [value])
  const isMultiple = field.kind === 'files'
  const { list, start } = useFieldUploads({ at, isOpen: !disabled, ids, isMultiple, onChange })
  const take = (file: File) => {
    const fault = refusalOf(file)
    setRefusal(fault && t(fault))
    if (!fault) start(file)
  }
  const remove = (removedId: string) => onChange(ids.filter((one) => one !== removedId).join(',') || null)
  if (disabled && ids.length === 0) return <span className="muted">{t(words.notFilled)}</span>
  return (
    <span className="stack gap-8 items-start">
      {ids.length ? <FileLinkList ids={ids} {...(disabled ? {} : { remove })} /> : null}
      <UploadLines list={list} />
      {disabled ? null : (
        <Choose
          field={field}
          isFilled={ids.length > 0}
          isBusy={!isMultiple && list.length > 0}
          refusal={refusal}
          onFile={take}
        />
      )}
    </span>
  )
}
