import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import type { Matter } from '#contract/project/matter.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { Tag } from '#web/ui/notice.tsx'
import css from './matter-row.module.css'
import { StageTag } from './stage-tag.tsx'
import { timeLeftOf } from './time-left.ts'

export const MatterRows = ({ children }: { children: ReactNode }) => <ul className={css.rows}>{children}</ul>

interface RowProps {
  readonly to: string
  /** Address of the list through which its page leads on. */
  readonly list?: string | undefined
  readonly title: string
  /** Facts, or a sentence. */
  readonly details: ReactNode
  readonly state: ReactNode
  /** How urgent it is. */
  readonly urgency: ReactNode
}

/** A linked row: what it is, its state and how urgent it is. */
export const MatterRowFrame = ({ to, list, title, details, state, urgency }: RowProps) => (
  <li className={css.row}>
    <div className={css.what}>
      <Link to={to} state={list ? { list } : undefined}>
        {title}
      </Link>
      <div className="muted small">{details}</div>
    </div>
    <div>{state}</div>
    <div className={css.when}>{urgency}</div>
  </li>
)

interface Props {
  readonly of: Matter & { readonly noticeUntil?: string | null }
  readonly to: string
  readonly list?: string | undefined
  /** Whether it waits for the reader, who then sees how much time is left. */
  readonly isWaiting?: boolean
  /** What there is to say of how it is handled. */
  readonly note?: Text | null
}

/** A declaration with its stage and its deadline. */
export const MatterRow = ({ of: one, to, list, isWaiting = true, note = null }: Props) => {
  const t = useLocalize()
  const { tone, words } = timeLeftOf(one)
  return (
    <MatterRowFrame
      to={to}
      list={list}
      title={one.projectName || t(['（未命名项目）', '(unnamed project)'])}
      details={
        <Facts
          of={[
            [['申报编号', 'Declaration no.'], one.declareNo],
            [['申报单位', 'Declarant'], one.commpanyName],
          ]}
        />
      }
      state={
        <>
          {one.stage === null ? null : <StageTag code={one.stage} name={one.stageName} />}
          {one.since ? (
            <p className="muted small">{t([`自 ${one.since.slice(0, 10)} 起`, `since ${one.since.slice(0, 10)}`])}</p>
          ) : null}
        </>
      }
      urgency={
        <>
          {isWaiting ? <Tag tone={tone}>{t(words)}</Tag> : null}
          {note ? <p className="muted small">{t(note)}</p> : null}
          {one.noticeUntil ? (
            <p className="muted small">
              {t([`公示至 ${one.noticeUntil.slice(0, 16)}`, `notice until ${one.noticeUntil.slice(0, 16)}`])}
            </p>
          ) : null}
          {one.deadline ? (
            <p className="muted small">
              {t([`截止 ${one.deadline.slice(0, 16)}`, `due ${one.deadline.slice(0, 16)}`])}
            </p>
          ) : null}
        </>
      }
    />
  )
}
