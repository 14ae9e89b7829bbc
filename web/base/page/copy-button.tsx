import { type ReactNode, useState } from 'react'
import { words } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { useLocalize } from '../api/language.ts'

/** Over plain http browsers offer no clipboard API; copying a selection still works. */
const bySelection = (text: string): boolean => {
  const area = Object.assign(document.createElement('textarea'), { value: text })
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}

/** Copies a text to the clipboard; false if the browser does not allow it. */
export const copyText = async (text: string): Promise<boolean> => {
  if (!navigator.clipboard) return bySelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => bySelection(text),
  )
}

interface Props {
  readonly text: string
  /** What is copied; only for screen readers. */
  readonly name?: string
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** Copies a text and shows the result in the button. */
export const CopyButton = ({ text, name, className = '', children }: Props) => {
  const t = useLocalize()
  const [done, setDone] = useState<boolean | null>(null)
  const message = done === null ? '' : t(done ? ['已复制', 'Copied'] : ['复制失败', 'Copy failed'])
  return (
    <Button
      kind="link"
      className={className}
      onClick={() => void copyText(text).then(setDone)}
      onBlur={() => setDone(null)}
    >
      <span role="status">{message || (children ?? t(words.copy))}</span>
      {name ? <span className="hidden-words"> {name}</span> : null}
    </Button>
  )
}
