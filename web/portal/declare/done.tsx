import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import type { Status } from '#contract/project/status.ts'
import { useTitle } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from '../page.module.css'
import css from './done.module.css'

const title: Text = ['申报已提交', 'The declaration was submitted']

/** The receipt: the number, and what happens next. It stays true when it is opened again later. */
export const Done = ({ status }: { status: Status }) => {
  const t = useSay()
  useTitle(title)
  return (
    <>
      <h1>{t(title)}</h1>
      <Notice tone="good">
        <p>{t(['申报编号', 'Number'])}</p>
        <p className={css.number}>{status.declareNo}</p>
      </Notice>
      <h2>{t(['接下来', 'What happens next'])}</h2>
      <ol className={css.next}>
        <li>
          {t([
            '地市工信部门受理并初审；受理前可以撤回。',
            'The city office takes it up and reviews it; until then it can be withdrawn.',
          ])}
        </li>
        <li>{t(['省工信部门与省通信管理局分别审核。', 'Two offices of the province review it.'])}</li>
        <li>{t(['专家评审，随后公示。', 'Experts review it, then it is put on public notice.'])}</li>
        <li>{t(['公示结束后入库，计入全国统计。', 'After the notice it is listed and counted.'])}</li>
      </ol>
      {status.expectedAt ? (
        <p>
          {t([
            `本环节截止时间：${status.expectedAt.slice(0, 16)}`,
            `This step is due by ${status.expectedAt.slice(0, 16)}`,
          ])}
        </p>
      ) : null}
      <div className={page.actions}>
        <Link className={buttonClass('main')} to={`/projectDetails/${status.id}`}>
          {t(['查看申报状态', 'See where it stands'])}
        </Link>
        <Link className={buttonClass()} to="/projectApplication/project">
          {t(['我的申报', 'My declarations'])}
        </Link>
      </div>
    </>
  )
}
