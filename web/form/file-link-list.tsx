import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { attach } from '#contract/storage/attach.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, keyOf } from '#web/base/caller.ts'
import { formatFileSize } from '#web/base/file-size.ts'
import { openFile } from '#web/base/file-transfer.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import css from './file-link-list.module.css'

/** Uploaded files by id: names that open them, sizes, and a remove button if `remove` is set. */
export const FileLinkList = ({ ids, remove }: { ids: readonly string[]; remove?: (id: string) => void }) => {
  const t = useLocalize()
  const [refusal, setRefusal] = useState<string | null>(null)
  const open = (id: string, name: string) =>
    openFile(id, name).then(
      () => setRefusal(null),
      (error) => setRefusal(failureOf(error).message),
    )
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf(attach.calls.detail, { id }),
      queryFn: () => ask(attach.calls.detail, { id }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  return (
    <ul className={css.files}>
      {ids.map((id, i) => {
        const file = answers[i]?.data
        const name =
          file?.originalName ?? (answers[i]?.error ? t(['文件无法读取', 'Unreadable file']) : t(words.loading))
        return (
          <li key={id}>
            <button type="button" className={css.open} onClick={() => void open(id, name)}>
              {name}
            </button>
            {file?.attachSize ? <span>{formatFileSize(file.attachSize)}</span> : null}
            {remove ? (
              <Button kind="link" aria-label={`${t(words.remove)} ${name}`} onClick={() => remove(id)}>
                {t(words.remove)}
              </Button>
            ) : null}
          </li>
        )
      })}
      {refusal ? (
        <li role="alert" className={css.refusal}>
          {refusal}
        </li>
      ) : null}
    </ul>
  )
}
