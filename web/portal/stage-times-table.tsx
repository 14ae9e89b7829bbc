import type { Text } from '#contract/kit/text.ts'
import { publicProjects, type StageTimes } from '#contract/portal/public-projects.ts'
import { type StageCode, stageOf } from '#contract/project/stages.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import ruled from './table.module.css'

const stages: readonly StageCode[] = [10, 20, 30, 40, 50, 70]

const until = (time: string | null): Text | null =>
  time ? [`${time.slice(0, 16)} 前`, `by ${time.slice(0, 16)}`] : null

/** The limit of a stage in the present round; null where it has none. */
const limitOf = (stage: StageCode, times: StageTimes): Text | null => {
  const { deadline } = stageOf(stage)
  if (deadline === 'city') return until(times.cityDeadline)
  if (deadline === 'province') return until(times.provinceDeadline)
  const { expertDays, decisionDays, noticeDays, publishesNotice, correctionDays } = times
  if (deadline === 'experts' && expertDays !== null)
    return [
      `专家评分 ${expertDays} 个工作日，评审结论再 ${decisionDays} 个工作日`,
      `${expertDays} working days for the scores, then ${decisionDays} for the decision`,
    ]
  if (stage === 50 && noticeDays !== null)
    return publishesNotice
      ? [`公告发布后公示 ${noticeDays} 个工作日`, `${noticeDays} working days after its publication`]
      : [`公示 ${noticeDays} 天`, `${noticeDays} days`]
  return stage === 70 && correctionDays !== null
    ? [`退回之日起 ${correctionDays} 个工作日`, `${correctionDays} working days from the return`]
    : null
}

/** The time limits of the present round and the real durations, the same that declarants and officers read. */
export const StageTimesTable = () => {
  const t = useLocalize()
  const { data } = useAnswer(publicProjects.stageTimes)
  if (!data) return null
  const durationOf = (stage: StageCode): Text => {
    const duration = data.durations.find(({ status }) => status === stage)
    if (!duration) return ['近12个月办结不足5件', 'fewer than 5 in the last 12 months']
    return [`${duration.days} 天（${duration.basis} 件）`, `${duration.days} days (${duration.basis})`]
  }
  return (
    <section className="above-28">
      <h2>{t(['办理时限与实际用时', 'Time limits and real durations'])}</h2>
      {data.templateName ? <p className="muted below-12">{data.templateName}</p> : null}
      <table className={ruled.table}>
        <thead>
          <tr>
            <th scope="col">{t(['环节', 'Stage'])}</th>
            <th scope="col">{t(['时限', 'Limit'])}</th>
            <th scope="col">{t(['近12个月用时中位数', 'Median, last 12 months'])}</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage}>
              <th scope="row">{t(stageOf(stage).name)}</th>
              <td>{t(limitOf(stage, data) ?? ['无固定时限', 'none'])}</td>
              <td>{t(durationOf(stage))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.templateName ? (
        <p className="muted above-12">
          {t([
            '地市初审、省级审核自收到之日起不少于 5 个工作日。',
            'The city and the province have at least five working days from the arrival.',
          ])}
        </p>
      ) : null}
    </section>
  )
}
