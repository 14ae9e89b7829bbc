import type { Text } from '#contract/kit/text.ts'
import type { Member, MemberScore } from '#contract/project/batch-scores.ts'
import { scoreText } from '#contract/project/score-sheet.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag } from '#web/ui/notice.tsx'
import { EmptyCell } from '../table/cells.tsx'
import css from './batch-scores.module.css'

const Score = ({ of: { realName, state, score, corrections, isOutlier } }: { readonly of: MemberScore }) => {
  const t = useLocalize()
  const without: Text = state === 'recused' ? ['已回避', 'Recused'] : ['未评分', 'No score yet']
  return (
    <span>
      {realName} <b>{score === null ? t(without) : scoreText(score)}</b>{' '}
      {isOutlier ? <Tag tone="ask">{t(['偏离', 'Outlier'])}</Tag> : null}
      {corrections ? <Tag tone="busy">{t(['已更正', 'Corrected'])}</Tag> : null}
    </span>
  )
}

export const Scores = ({ of }: { readonly of: readonly MemberScore[] }) =>
  of.length ? (
    <span className={css.scores}>
      {of.map((score) => (
        <Score key={score.id} of={score} />
      ))}
    </span>
  ) : (
    <EmptyCell />
  )

export const Mean = ({ of: { mean, isComplete } }: { readonly of: Member }) => {
  const t = useLocalize()
  if (mean === null) return <EmptyCell />
  return (
    <>
      {scoreText(mean)} {isComplete ? null : <Tag>{t(['未评齐', 'Not complete'])}</Tag>}
    </>
  )
}

const sides = {
  above: ['good', ['线上', 'Above the line']],
  below: ['calm', ['线下', 'Below the line']],
} as const

export const Side = ({ isAbove }: { readonly isAbove: boolean | null }) => {
  const t = useLocalize()
  if (isAbove === null) return <EmptyCell />
  const [tone, label] = sides[isAbove ? 'above' : 'below']
  return <Tag tone={tone}>{t(label)}</Tag>
}
