import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type DeclarationProgress, numberMissing, publicProjects } from '#contract/portal/public-projects.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useApplicationsLabel } from '#web/base/page/applications-label.ts'
import { ErrorState, Loading, usePageTitle } from '#web/base/page/page.tsx'
import { StageDates } from '#web/declaration/stage-dates.tsx'
import { StageTag } from '#web/declaration/stage-tag.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormField, Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './look-up.module.css'
import page from './page.module.css'
import { StageTimesTable } from './stage-times-table.tsx'
import { useAddressDraft } from './use-address-draft.ts'

const day = (time: string) => time.slice(0, 10)

const LookUpDetails = ({ of }: { of: DeclarationProgress }) => {
  const t = useLocalize()
  return (
    <section className={css.result} aria-live="polite">
      <h2>
        {of.declareNo} <StageTag code={of.status} name={of.name} />
      </h2>
      {of.published ? (
        <p lang="zh-CN">
          <strong>{of.published.projectName}</strong> {of.published.commpanyName}
        </p>
      ) : null}
      <p>{t([`${day(of.since)} 进入本环节。`, `At this stage since ${day(of.since)}.`])}</p>
      {of.noticeUntil ? (
        <p>
          {t([
            `公示期至 ${of.noticeUntil.slice(0, 16)}，期满且无异议的，项目入库。`,
            `Public notice until ${of.noticeUntil.slice(0, 16)}. Without an objection the project is then listed.`,
          ])}
        </p>
      ) : null}
      {of.status === 50 && !of.noticeUntil ? (
        <p>{t(['公示公告发布后开始公示。', 'The period begins once the notice is published.'])}</p>
      ) : null}
      <StageDates {...of} />
      <ol className={css.passed}>
        {of.passed.map(({ name, at }) => (
          <li key={at + name}>
            <time dateTime={at.replace(' ', 'T')}>{at.slice(0, 16)}</time>
            <span>{name}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A number that does not exist, or is none: what it looks like, and where it is to be found. */
const WrongNumber = ({ why }: { why: string }) => {
  const t = useLocalize()
  const [zh, en] = useApplicationsLabel()
  return (
    <Notice tone="ask" title={why} live>
      <p>
        {t([
          `申报编号形如 5G-2026-320500-00123，草稿尚无编号。可在提交成功页或“${zh}”中复制后粘贴。`,
          `A number looks like 5G-2026-320500-00123; a draft has none yet. Copy it from the confirmation page or from “${en}”.`,
        ])}
      </p>
    </Notice>
  )
}

const Result = ({ number }: { number: string }) => {
  const { data, error, refetch } = useAnswer(publicProjects.lookUp, { declareNo: number })
  if (data) return <LookUpDetails of={data} />
  if (error?.code === 404 || error?.code === 400) return <WrongNumber why={error.message} />
  if (error) return <ErrorState error={error} retry={refetch} />
  return <Loading />
}

/** Progress of a declaration by its number, without login: stages and dates only, no personal data. */
export const LookUp = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const [zh, en] = useApplicationsLabel()
  const [search, setSearch] = useSearchParams()
  const requestedNumber = search.get('no') ?? ''
  const { draft, edit, markSubmitted } = useAddressDraft(requestedNumber)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = draft.trim()
    setFault(number ? undefined : t(numberMissing))
    if (!number) return
    markSubmitted()
    setSearch({ no: number })
  }
  return (
    <div className={page.narrow}>
      <h1>{t(title)}</h1>
      <p className="muted large">
        {t([
          `输入申报编号，查看办理环节与预计时间。编号见提交成功页或“${zh}”；查询结果不含个人信息，公示起显示项目和单位名称。`,
          `Enter a declaration number to see its stage and when a result is expected. You can find the number on the confirmation page and under “${en}”. The results contain no personal data; from the public notice on they name the project and its organisation.`,
        ])}
      </p>
      <search>
        <form className={css.form} onSubmit={submit} noValidate>
          <FormField label={t(['申报编号', 'Declaration no.'])} fault={fault}>
            <Input name="no" value={draft} onValue={edit} maxLength={40} autoComplete="off" spellCheck={false} />
          </FormField>
          <Button kind="main" type="submit">
            {t(['查询', 'Look up'])}
          </Button>
        </form>
      </search>
      {requestedNumber ? <Result key={requestedNumber} number={requestedNumber} /> : null}
      <StageTimesTable />
    </div>
  )
}
