import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import type { StageCode } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useApplicationsLabel } from '#web/base/page/applications-label.ts'
import { useDocumentTitle } from '#web/base/page/page.tsx'
import { StageDates } from '#web/declaration/stage-dates.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from '../page.module.css'
import css from './done.module.css'

const title: Text = ['申报已提交', 'Declaration submitted']

interface NextStep {
  readonly at: StageCode
  /** Shown only while the declaration is at this stage. */
  readonly isCurrentOnly?: true
  readonly text: Text
  /** Replaces `text` while a corrected declaration is back at the stage that returned it. */
  readonly textAfterReturn?: Text
}

/** The remaining steps, by the stage each belongs to. */
const nextSteps: readonly NextStep[] = [
  {
    at: 10,
    text: [
      '地市工信部门受理并初审；受理前可以撤回。',
      'The city office accepts the declaration and reviews it. You can withdraw it until it is accepted.',
    ],
  },
  {
    at: 20,
    isCurrentOnly: true,
    text: ['地市工信部门正在初审，不能撤回。', 'The city office is reviewing the declaration. It cannot be withdrawn.'],
    textAfterReturn: [
      '地市工信部门正在复核修改后的内容，不能撤回。',
      'The city office is reviewing your corrections. The declaration cannot be withdrawn.',
    ],
  },
  {
    at: 30,
    text: [
      '省工信部门与省通信管理局分别审核。',
      'The provincial MIIT office and the communications administration each review it.',
    ],
    textAfterReturn: [
      '省工信部门与省通信管理局正在分别复核修改后的内容，不能撤回。',
      'The provincial MIIT office and the communications administration are each reviewing your corrections. The declaration cannot be withdrawn.',
    ],
  },
  {
    at: 40,
    text: ['专家评审，随后公示。', 'Experts review it. A public notice follows.'],
    textAfterReturn: [
      '专家正在评审修改后的内容，不能撤回，随后公示。',
      'Experts are reviewing your corrections. The declaration cannot be withdrawn. A public notice follows.',
    ],
  },
  {
    at: 50,
    text: [
      '公示结束后入库，计入全国统计。',
      'After the public notice, the project is listed in the project library and counted in the national statistics.',
    ],
  },
]

/** The receipt: the declaration number and the next steps for its current stage, also when reopened later. */
export const Done = ({ status }: { status: Status }) => {
  const t = useLocalize()
  useDocumentTitle(title)
  return (
    <>
      <h1>{t(title)}</h1>
      <Notice tone="good">
        <p>{t(['申报编号', 'Declaration no.'])}</p>
        <p className={css.number}>{status.declareNo}</p>
      </Notice>
      <h2>{t(['后续流程', 'What happens next'])}</h2>
      <ol className={css.next}>
        {nextSteps
          .filter(({ at, isCurrentOnly }) => (isCurrentOnly ? at === status.status : at >= status.status))
          .map(({ at, text, textAfterReturn }) => (
            <li key={at}>{t(textAfterReturn && at === status.status && status.loop > 0 ? textAfterReturn : text)}</li>
          ))}
      </ol>
      <StageDates {...status} />
      <div className={page.actions}>
        <Link className={buttonClass('main')} to={`/projectDetails/${status.id}`}>
          {t(['查看申报状态', 'View status'])}
        </Link>
        <Link className={buttonClass()} to="/projectApplication/project">
          {t(useApplicationsLabel())}
        </Link>
      </div>
    </>
  )
}
