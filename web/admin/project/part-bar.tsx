import type { AnyPart } from '#contract/project/parts.ts'
import type { Remark } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { decisionWords } from './decision.tsx'
import css from './review.module.css'
import { decisionId, partId } from './section-ids.ts'

interface Props {
  readonly declarationId: string
  readonly parts: readonly AnyPart[]
  /** Remarks that are being written, and those of the last return that are still open. */
  readonly remarks: readonly Remark[]
  readonly folded: ReadonlySet<string>
  readonly onFold: (folded: ReadonlySet<string>) => void
}

/** The parts, always in sight, each with the number of remarks in it. A part that is chosen is opened. */
export const PartBar = ({ declarationId, parts, remarks, folded, onFold }: Props) => {
  const t = useLocalize()
  const isAnyOpen = folded.size < parts.length
  const countIn = (code: string) => new Set(remarks.flatMap(({ at }) => (at.split('.')[0] === code ? [at] : []))).size
  return (
    <nav className={css.index} aria-label={t(['各部分', 'Parts'])}>
      {parts.map(({ code, label }) => {
        const count = countIn(code)
        return (
          <a
            key={code}
            href={`#${partId(declarationId, code)}`}
            aria-label={count ? t([`${label[0]}，${count} 条修改要求`, `${label[1]}, remarks: ${count}`]) : undefined}
            onClick={() => onFold(new Set([...folded].filter((one) => one !== code)))}
          >
            {t(label)}
            {count ? <span className={css.count}>{count}</span> : null}
          </a>
        )
      })}
      <a href={`#${decisionId(declarationId)}`}>{t(decisionWords)}</a>
      <Button kind="link" onClick={() => onFold(new Set(isAnyOpen ? parts.map(({ code }) => code) : []))}>
        {isAnyOpen ? t(['全部收起', 'Collapse all']) : t(['全部展开', 'Expand all'])}
      </Button>
    </nav>
  )
}
