import { emptyNotes } from '#contract/empty-notes.ts'
import { useLocalize } from '#web/base/api/language.ts'

/** What applies while the list of this entity has no rows. */
export const EmptyNote = ({ of }: { of: string }) => {
  const t = useLocalize()
  return emptyNotes[of] ? <p>{t(emptyNotes[of])}</p> : null
}
