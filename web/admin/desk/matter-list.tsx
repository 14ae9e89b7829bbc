import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { decidedTogether } from '#contract/project/decided-together.ts'
import type { Matter, Matters } from '#contract/project/matter.ts'
import { isWithDeclarant } from '#contract/project/stages.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { MatterRow, MatterRowFrame, MatterRows } from '#web/declaration/matter-row.tsx'
import { TaskRow } from '#web/declaration/task-row.tsx'
import { timeLeftOf } from '#web/declaration/time-left.ts'
import { Tag } from '#web/ui/notice.tsx'
import { byUrgency, type Entry } from './by-urgency.ts'
import css from './matter-list.module.css'
import { Section } from './section.tsx'

/** Where a declaration is handled; a review leads on through all that wait. */
const placeOf = (one: Matter): { readonly to: string; readonly list?: string } =>
  one.stage !== null && isWithDeclarant(one.stage)
    ? { to: `/addDeclare/project?id=${one.id}` }
    : { to: `/project/declaration/${one.id}`, list: waitingList }

const waitingList = '/project/declaration?waiting=1'
const allWaiting = screenPathOf({ area: 'work', name: 'workWaiting' })

/** The registrations that the user can approve, as one matter. */
const Registrations = ({ value, daysWaiting }: NonNullable<Matters['registrations']>) => {
  const t = useLocalize()
  const { words } = timeLeftOf({ daysLeft: null, daysWaiting })
  return (
    <MatterRowFrame
      to="/system/user?status=0"
      title={t([`${value} 个注册账号待审核`, `${value} ${value === 1 ? 'registration' : 'registrations'} to approve`])}
      details={t(['审核通过后才能登录', 'They can log in only after approval'])}
      state={<Tag tone="busy">{t(['待审核', 'Awaiting approval'])}</Tag>}
      urgency={
        <>
          <Tag>{t(words)}</Tag>
          <p className="muted small">{t(['最早的一个', 'the oldest one'])}</p>
        </>
      }
    />
  )
}

/** What will appear here, by permission. */
const expectations: readonly (readonly [perm: string, Text])[] = [
  ['declaration_city', ['待受理和待初审的申报', 'declarations to accept and to review']],
  ['declaration_province', ['待本部门审核的申报', 'declarations that your office has to review']],
  ['declaration_score', ['指派给您、待评分的申报', 'declarations assigned to you for a score']],
  ['declaration_decide', ['待指派专家和待作结论的申报', 'declarations that need experts or a decision']],
  ['declaration_publish', ['公示期满和有异议的申报', 'declarations whose public notice is over or disputed']],
  ['work_todo_handle', ['待您签收和办理的流程任务', 'tasks of processes for you to claim and handle']],
  ['user_audit_pass', ['待审核的注册账号', 'registrations to approve']],
]

const NothingWaits = () => {
  const t = useLocalize()
  const may = useMay()
  const texts = expectations.filter(([perm]) => may(perm)).map(([, text]) => t(text))
  return (
    <div className={css.nothing}>
      <p>{t(['目前没有等待您办理的事项。', 'Nothing is waiting for you now.'])}</p>
      {texts.length ? (
        <p>{t([`这里会列出：${texts.join('、')}。`, `This is where you will find ${texts.join('; ')}.`])}</p>
      ) : null}
    </div>
  )
}

/** What only the platform and the provincial desks see to. */
const linksOfPlatform = ({ supervised, unbatched, unpublished }: Matters): (readonly [to: string, Text])[] => [
  ...(supervised
    ? [
        [
          '/project/declaration?waiting=0&supervisedSince_notnull=1',
          [`督办 ${supervised} 件`, `Supervised: ${supervised}`],
        ] as const,
      ]
    : []),
  ...(unbatched
    ? [['/project/batch', [`等待批次 ${unbatched} 件`, `Waiting for a batch: ${unbatched}`]] as const]
    : []),
  ...(unpublished
    ? [['/project/public-notice', [`待发布公示 ${unpublished} 件`, `Waiting for a notice: ${unpublished}`]] as const]
    : []),
]

/** Links to the lists of what the desk shows only in part. */
const Rest = ({ visible, ...of }: Matters & { visible: readonly Entry[] }) => {
  const { records, total, tasks } = of
  const t = useLocalize()
  const may = useMay()
  const [first] = records
  const isComplete = (kind: Entry['kind'], all: number) => visible.filter((entry) => entry.kind === kind).length === all
  const own = tasks.total - tasks.claimable - tasks.consulted
  const isAllVisible = isComplete('declaration', total) && isComplete('task', tasks.total)
  const links: readonly (readonly [to: string, Text])[] = [
    ...(isAllVisible || !may('work_waiting')
      ? []
      : [[allWaiting, ['查看全部待办事项', 'See all that waits']] as const]),
    ...(isComplete('declaration', total)
      ? []
      : [
          [
            first && isWithDeclarant(first.stage) ? '/projectApplication/project' : waitingList,
            [`查看全部 ${total} 件申报`, `See all ${total} declarations`],
          ] as const,
        ]),
    ...(isComplete('task', tasks.total)
      ? []
      : [
          ...(own && may('work_todo') ? [['/work/todo', [`待办事务 ${own} 件`, `To do: ${own}`]] as const] : []),
          ...(tasks.claimable && may('work_claim')
            ? [['/work/claim', [`待签事务 ${tasks.claimable} 件`, `To claim: ${tasks.claimable}`]] as const]
            : []),
          ...(tasks.consulted && may('work_waiting')
            ? [
                [
                  `${allWaiting}?status=advise`,
                  [`待提意见 ${tasks.consulted} 件`, `To advise: ${tasks.consulted}`],
                ] as const,
              ]
            : []),
        ]),
    ...linksOfPlatform(of),
  ]
  if (links.length === 0) return null
  return (
    <p className="row wrap gap-4 gap-x-20 above-12">
      {links.map(([to, words]) => (
        <Link key={to} to={to}>
          {t(words)}
        </Link>
      ))}
    </p>
  )
}

const maxRows = 8

/** What waits for the user: the most urgent declarations and tasks, and links to all of them. */
export const MatterList = (matters: Matters) => {
  const t = useLocalize()
  const may = useMay()
  const { total, tasks, registrations } = matters
  const waitingRegistrations = registrations?.value ? registrations : null
  const count = total + tasks.total + (waitingRegistrations ? 1 : 0)
  const visible = byUrgency(matters, maxRows)
  return (
    <Section title={['待我办理', 'Waiting for me']} extra={count ? t([`${count} 件`, `${count} in all`]) : undefined}>
      {count === 0 ? (
        <NothingWaits />
      ) : (
        <MatterRows>
          {waitingRegistrations ? <Registrations {...waitingRegistrations} /> : null}
          {visible.map((entry) =>
            entry.kind === 'task' ? (
              <TaskRow key={entry.of.taskId} of={entry.of} list={may('work_waiting') ? allWaiting : undefined} />
            ) : (
              <MatterRow
                key={entry.of.id}
                of={entry.of}
                note={entry.of.isDecidedTogether ? decidedTogether : null}
                {...placeOf(entry.of)}
              />
            ),
          )}
        </MatterRows>
      )}
      <Rest {...matters} visible={visible} />
    </Section>
  )
}
