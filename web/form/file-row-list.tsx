import { type ReactNode, useState } from 'react'
import { failureOf } from '#web/base/api/caller.ts'
import { openFile } from '#web/base/api/file-transfer.ts'
import { formatFileSize } from '#web/base/page/file-size.ts'
import css from './file-row-list.module.css'

interface FileRow {
  readonly id: string
  readonly name: string
  /** In bytes. */
  readonly size?: number | null | undefined
  readonly note?: string | null
}

interface Props {
  readonly files: readonly FileRow[]
  /** Content after a file, such as a button. */
  readonly more?: (file: FileRow) => ReactNode
}

/** Stored files: names that open them, with sizes. A failed download leaves the reason below them. */
export const FileRowList = ({ files, more }: Props) => {
  const [refusal, setRefusal] = useState<string | null>(null)
  const open = (id: string, name: string) =>
    openFile(id, name).then(
      () => setRefusal(null),
      (error) => setRefusal(failureOf(error).message),
    )
  return (
    <ul className={css.files}>
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" className={css.open} onClick={() => void open(file.id, file.name)}>
            {file.name}
          </button>
          {file.size ? <span>{formatFileSize(file.size)}</span> : null}
          {file.note ? <span className="small">{file.note}</span> : null}
          {more?.(file)}
        </li>
      ))}
      {refusal ? (
        <li role="alert" className={css.refusal}>
          {refusal}
        </li>
      ) : null}
    </ul>
  )
}
