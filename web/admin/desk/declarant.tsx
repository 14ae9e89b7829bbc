import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { stageOf } from '#contract/project/stages.ts'
import type { TemplateAvailability } from '#contract/project/status.ts'
import { template } from '#contract/project/template.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useDeclarantRoles } from '#web/base/declarant.ts'
import { useLocalize } from '#web/base/language.ts'
import { QueryView } from '#web/base/page.tsx'
import { useMay } from '#web/base/permissions.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import css from './desk.module.css'
import { Section } from './section.tsx'

/** The sentence about the declaration window: unfinished declarations, the closing date, or why it is closed. */
const sentenceOf = ({ enabled, closeAt, daysLeft, reason, reasonCode, unfinished }: TemplateAvailability): Text => {
  if (unfinished > 0 && (enabled || reasonCode === 'LIMIT'))
    return [`已有 ${unfinished} 件未完成，请继续填写`, `${unfinished} unfinished. Please continue.`]
  if (enabled && closeAt)
    return [
      `截止 ${closeAt.slice(0, 16)}，还有 ${daysLeft ?? 0} 天`,
      `Closes ${closeAt.slice(0, 16)}; days left: ${daysLeft ?? 0}`,
    ]
  return [reason, reason]
}

/** Whether the user can declare now, and what they have already begun. */
const Window = ({ opening }: { opening: TemplateAvailability }) => {
  const t = useLocalize()
  const { enabled, templateName, existingId, unfinished } = opening
  return (
    <div className={css.window} data-open={enabled || undefined}>
      <div>
        <p className={css.name}>{templateName ?? t(['暂无开放的申报', 'No declaration window is open'])}</p>
        <p className={css.soft}>{t(sentenceOf(opening))}</p>
      </div>
      {unfinished > 0 ? (
        <Link className={buttonClass('main')} to={`/addDeclare/project?id=${existingId}`}>
          {t(['继续填写', 'Continue'])}
        </Link>
      ) : enabled ? (
        <Link className={buttonClass('main')} to="/addDeclare/project">
          {t(['立即申报', 'Declare now'])}
        </Link>
      ) : null}
    </div>
  )
}

/** The latest declarations the user may see; an operator sees those of several organisations. */
const Recent = ({ showsCompany }: { showsCompany: boolean }) => {
  const t = useLocalize()
  const declarations = useAnswer(declaration.calls.page, { current: 1, size: 5, descs: 'updateTime' })
  return (
    <QueryView from={declarations}>
      {({ records }) =>
        records.length === 0 ? (
          <p className={css.soft}>{t(['还没有申报。', 'No declarations yet.'])}</p>
        ) : (
          <ul className={css.recent}>
            {records.map(({ id, projectName, commpanyName, declareStatus, declareNo, year }) => {
              const stage = stageOf(declareStatus)
              return (
                <li key={id}>
                  <span>
                    <Link to={`/projectDetails/${id}`}>
                      {projectName || t(['（未命名项目）', '(unnamed project)'])}
                    </Link>
                    {showsCompany ? <small>{commpanyName}</small> : null}
                  </span>
                  <span className={css.soft}>{declareNo ?? year}</span>
                  <Tag tone={stage.tone}>{t(stage.name)}</Tag>
                </li>
              )
            })}
          </ul>
        )
      }
    </QueryView>
  )
}

/** For declaring accounts: the open window and their own declarations. */
export const Declarant = () => {
  const t = useLocalize()
  const may = useMay()
  const roles = useDeclarantRoles()
  const canDeclare = roles.length > 0 && may('declaration_add')
  const opening = useAnswer(template.calls.IsEnabledTemplate, {}, { enabled: canDeclare })
  if (!canDeclare) return null
  return (
    <>
      <Section title={['申报窗口', 'Declaration window']}>
        <QueryView from={opening}>{(one) => <Window opening={one} />}</QueryView>
      </Section>
      <Section
        title={['我的申报', 'My declarations']}
        extra={<Link to="/projectApplication/project">{t(['查看全部', 'See all'])}</Link>}
      >
        <Recent showsCompany={roles.includes('operator')} />
      </Section>
    </>
  )
}
