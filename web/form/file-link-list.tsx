import { useQueries } from '@tanstack/react-query'
import { attach } from '#contract/storage/attach.ts'
import { words } from '#contract/words.ts'
import { ask, keyOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { FileRowList } from './file-row-list.tsx'

/** Uploaded files by id: names that open them, sizes, and a remove button if `remove` is set. */
export const FileLinkList = ({ ids, remove }: { ids: readonly string[]; remove?: (id: string) => void }) => {
  const t = useLocalize()
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf(attach.calls.detail, { id }),
      queryFn: () => ask(attach.calls.detail, { id }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const files = ids.map((id, i) => {
    const { data, error } = answers[i] ?? {}
    const name = data?.originalName ?? (error ? t(['文件无法读取', 'Unreadable file']) : t(words.loading))
    return { id, name, size: data?.attachSize }
  })
  const renderRemove = ({ id, name }: { readonly id: string; readonly name: string }) =>
    remove ? (
      <Button kind="link" aria-label={`${t(words.remove)} ${name}`} onClick={() => remove(id)}>
        {t(words.remove)}
      </Button>
    ) : null
  return <FileRowList files={files} more={renderRemove} />
}
