import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { declaration } from '#contract/project/declaration.ts'
import type { Figures } from '#contract/project/status.ts'
import { user } from '#contract/system/user.ts'
import { answerQuery, useAnswer } from '#web/base/caller.ts'
import { useLang, useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { useUser } from '#web/base/session.ts'
import css from './desk.module.css'
import { type Waiting, waitingFor } from './duties.ts'
import { Section } from './section.tsx'

export const listAt = (stage: number): string => `/project/declaration?declareStatus=${stage}`

interface TaskProps {
  readonly to: string
  readonly value: number
  readonly label: string
}

/** A count that links to exactly the rows it counts. */
export const Task = ({ to, value, label }: TaskProps) => (
  <li>
    <Link to={to} className={css.task} data-none={value === 0 || undefined}>
      <b>{value.toLocaleString('zh-CN')}</b>
      <span>{label}</span>
    </Link>
  </li>
)

/** Number of registrations that wait for approval; null for users who may not approve. */
const useRegistrations = (): number | null => {
  const may = useMay()('user_audit_pass')
  const { data } = useAnswer(user.calls.page, { status: 0, current: 1, size: 1 }, { enabled: may })
  return may ? (data?.total ?? null) : null
}

const maxRows = 6

/** The declaration that has been waiting longest for the user. */
const OldestWaiting = ({ waiting }: { waiting: readonly Waiting[] }) => {
  const t = useLocalize()
  const lang = useLang()
  const answers = useQueries({
    queries: waiting.map(({ stage }) =>
      answerQuery(
        declaration.calls.page,
        { declareStatus: stage, ascs: 'stageSince', current: 1, size: maxRows },
        lang,
      ),
    ),
  })
  const rows = answers
    .flatMap(({ data }) => data?.records ?? [])
    .sort((one, other) => (one.stageSince ?? '').localeCompare(other.stageSince ?? ''))
    .slice(0, maxRows)
  if (rows.length === 0) return null
  return (
    <Section title={['待办时间最长', 'Longest waiting']}>
      <ul className={css.recent}>
        {rows.map(({ id, projectName, commpanyName, declareStatus, stageSince }) => {
          const label = waiting.find(({ stage }) => stage === declareStatus)?.label
          return (
            <li key={id}>
              <span>
                <Link to={`/project/declaration/${id}`}>
                  {projectName || t(['（未命名项目）', '(unnamed project)'])}
                </Link>
                <small>{commpanyName}</small>
              </span>
              <span className={css.soft}>{label ? t(label) : null}</span>
              <span className={css.soft}>
                {t([`自 ${stageSince?.slice(0, 10)} 起`, `since ${stageSince?.slice(0, 10)}`])}
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** What waits for the user, by task; tasks with nothing waiting are left out. */
export const Tasks = ({ figures }: { figures: Figures | null }) => {
  const t = useLocalize()
  const may = useMay()
  const aliases = useUser()?.role_name.split(',') ?? []
  const registrations = useRegistrations() ?? 0
  const waiting = figures ? waitingFor(figures, may, aliases) : []
  const isEmpty = waiting.length === 0 && registrations === 0
  const declares = aliases.includes('enterprise')
  return (
    <>
      <Section title={['待我办理', 'Waiting for me']}>
        {isEmpty ? (
          <p className={css.calm}>{t(['目前没有待办事项。', 'Nothing is waiting for you now.'])}</p>
        ) : (
          <ul className={css.tasks}>
            {waiting.map(({ stage, label, value }) => (
              <Task key={stage} to={listAt(stage)} value={value} label={t(label)} />
            ))}
            {registrations > 0 ? (
              <Task
                to="/system/user?status=0"
                value={registrations}
                label={t(['账号注册待审核', 'Registrations to approve'])}
              />
            ) : null}
          </ul>
        )}
      </Section>
      {declares ? null : <OldestWaiting waiting={waiting} />}
    </>
  )
}
