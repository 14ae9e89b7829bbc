import { useQuery } from '@tanstack/react-query'
import { consoleWords } from '#contract/console-words.ts'
import { words } from '#contract/words.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { usePageTitle } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadingNotice, Tag, type Tone } from '#web/ui/notice.tsx'
import type { CheckResult } from './check-results.ts'
import { runChecks } from './connection-checks.ts'
import css from './self-check.module.css'

const verdicts = { good: ['正常', 'OK'], ask: ['注意', 'Warning'], bad: ['异常', 'Error'] } as const satisfies Partial<
  Record<Tone, unknown>
>

const Row = ({ result: { name, tone, message } }: { result: CheckResult }) => {
  const t = useLocalize()
  return (
    <tr>
      <th scope="row">{t(name)}</th>
      <td>
        <Tag tone={tone}>{t(verdicts[tone])}</Tag>
      </td>
      <td>{t(message)}</td>
    </tr>
  )
}

/** Results a user can read to support staff: tests of the connection between browser and server. */
export const SelfCheck = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const lang = useLang()
  const query = useQuery({ queryKey: ['self-check', lang], queryFn: runChecks, gcTime: 0, staleTime: 0 })
  return (
    <>
      <PageHead title={title}>
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {t(['重新检测', 'Check again'])}
        </Button>
      </PageHead>
      {query.data ? (
        <table className={css.table}>
          <caption className="hidden-words">{t(title)}</caption>
          <thead>
            <tr>
              <th scope="col">{t(['项目', 'Item'])}</th>
              <th scope="col">{t(['结果', 'Result'])}</th>
              <th scope="col">{t(consoleWords.note)}</th>
            </tr>
          </thead>
          <tbody>
            {query.data.map((result) => (
              <Row key={result.name[0]} result={result} />
            ))}
          </tbody>
        </table>
      ) : (
        <LoadingNotice words={t(words.loading)} />
      )}
    </>
  )
}
