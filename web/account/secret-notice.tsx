import { type ReactNode, useEffect, useRef } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { CopyButton } from '#web/base/page/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface Props {
  readonly title: Text
  readonly text: string
  readonly children?: ReactNode
}

/** A secret of the person, shown this once; it has the focus, because the form that had it is gone. */
export const SecretNotice = ({ title, text, children }: Props) => {
  const t = useLocalize()
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret takes the focus again
  useEffect(() => ref.current?.focus(), [text])
  return (
    <div ref={ref} tabIndex={-1} className="below-16">
      <Notice tone="good" live title={t(title)}>
        <p className="anywhere">
          <code>{text}</code> <CopyButton text={text} />
        </p>
        {children}
      </Notice>
    </div>
  )
}
