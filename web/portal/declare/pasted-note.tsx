import { useState } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { forgetPastedText, pastedTextAt } from '#web/form/pasted-texts.ts'
import { Button } from '#web/ui/button.tsx'
import css from './pasted-note.module.css'

/** What was pasted into a field and is no value of it, until the field is filled in or the user needs it no more. */
export const PastedNote = ({ at }: { at: string }) => {
  const t = useLocalize()
  const [text, setText] = useState(() => pastedTextAt(at))
  if (text === undefined) return null
  return (
    <span className={css.note}>
      <span>{t([`粘贴的内容：${text}`, `Pasted: ${text}`])}</span>
      <Button
        kind="link"
        aria-label={t([`不再显示粘贴的内容：${text}`, `Hide what was pasted: ${text}`])}
        onClick={() => {
          forgetPastedText(at)
          setText(undefined)
        }}
      >
        {t(['不再显示', 'Hide'])}
      </Button>
    </span>
  )
}
