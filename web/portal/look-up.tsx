import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type DeclarationProgress, numberMissing, publicProjects } from '#contract/portal/public-projects.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { ErrorState, usePageTitle } from '#web/base/page.tsx'
import { StageTag } from '#web/declaration/stage-tag.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormField, Input } from '#web/ui/input.tsx'
import { LoadingNotice, Notice } from '#web/ui/notice.tsx'
import css from './look-up.module.css'
import page from './page.module.css'
import { useAddressDraft } from './use-address-draft.ts'

const day = (time: string) => time.slice(0, 10)

const LookUpDetails = ({ of }: { of: DeclarationProgress }) => {
  const t = useLocalize()
  return (
    <section className={css.result} aria-live="polite">
      <h2>
        {of.declareNo} <StageTag code={of.status} name={of.name} />
      </h2>
      <p>{t([`${day(of.since)} 进入本环节。`, `At this stage since ${day(of.since)}.`])}</p>
      {of.expectedAt ? (
        <p>
          {t([
            `预计 ${day(of.expectedAt)} 前后有结果：按已办结的 ${of.basis} 件申报自本环节起所用时间的中位数推算，仅供参考。`,
            `A result is expected around ${day(of.expectedAt)}. This estimate is based on the median time that ${of.basis} completed declarations took from this stage.`,
          ])}
        </p>
      ) : null}
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

const Result = ({ number }: { number: string }) => {
  const t = useLocalize()
  const { data, error, refetch } = useAnswer(publicProjects.lookUp, { declareNo: number })
  if (data) return <LookUpDetails of={data} />
  if (error?.code === 404) return <Notice tone="ask" title={error.message} live />
  if (error) return <ErrorState error={error} retry={refetch} />
  return <LoadingNotice words={t(words.loading)} />
}

/** Progress of a declaration by its number, without login: stages and dates only, no personal data. */
export const LookUp = () => {
  const t = useLocalize()
  const title = usePageTitle()
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
      <p className={page.lead}>
        {t([
          '输入申报编号，查看办理环节与预计时间。编号见提交成功页或“我的申报”；查询结果不含个人信息。',
          'Enter a declaration number to see its stage and when a result is expected. You can find the number on the confirmation page and under “My declarations”. The results contain no personal data.',
        ])}
      </p>
      <search>
        <form className={css.form} onSubmit={submit} noValidate>
          <FormField label={t(['申报编号', 'Declaration number'])} fault={fault}>
            <Input name="no" value={draft} onValue={edit} maxLength={40} autoComplete="off" spellCheck={false} />
          </FormField>
          <Button kind="main" type="submit">
            {t(['查询', 'Look up'])}
          </Button>
        </form>
      </search>
      {requestedNumber ? <Result key={requestedNumber} number={requestedNumber} /> : null}
    </div>
  )
}
