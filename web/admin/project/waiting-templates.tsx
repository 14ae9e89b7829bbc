import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Notice } from '#web/ui/notice.tsx'

interface Props<R> {
  readonly title: Text
  /** Undefined until they are known. */
  readonly rows: readonly R[] | undefined
  readonly children: (row: R) => ReactNode
}

/** The templates of which declarations wait for something, above the list in which it is added. */
export const WaitingTemplates = <R extends { readonly templateId: string }>({ title, rows, children }: Props<R>) => {
  const t = useLocalize()
  if (!rows?.length) return null
  return (
    <div className="below-12">
      <Notice tone="ask" title={t(title)}>
        {rows.map((row) => (
          // several batches of a template
          <p key={Object.values(row).join()}>{children(row)}</p>
        ))}
      </Notice>
    </div>
  )
}
