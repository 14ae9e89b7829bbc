import { useState } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import css from './machine-text.module.css'

/** Indents JSON; returns any other text unchanged. */
const formatJson = (text: string): string => {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Whether a text is machine-written: several lines, or JSON. */
export const isMachineText = (value: unknown): value is string =>
  typeof value === 'string' && (value.includes('\n') || /^\s*[[{]/.test(value))

/** Machine-written text such as a stack trace or JSON, with its line breaks and a copy button. */
export const MachineText = ({ text, label }: { text: string; label: string }) => {
  const t = useLocalize()
  const [copied, setCopied] = useState<boolean | null>(null)
  const formatted = formatJson(text)
  const copy = () =>
    navigator.clipboard.writeText(formatted).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className={css.block}>
      <span className={css.copy}>
        <span role="status">
          {copied === null
            ? null
            : copied
              ? t(['已复制', 'Copied'])
              : t(['复制失败，请手动选择', 'Not copied; please select the text'])}
        </span>
        <Button kind="link" onClick={() => void copy()}>
          {t(words.copy)}
          <span className="hidden-words"> {label}</span>
        </Button>
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>{formatted}</pre>
      </section>
    </div>
  )
}
