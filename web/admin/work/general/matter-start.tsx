import { useMemo } from 'react'
import { useParams } from 'react-router'
import { generalMatter, type MatterStart } from '#contract/desk/general-matter.ts'
import { fill } from '#contract/kit/text.ts'
import { ask, useAnswer } from '#web/base/api/caller.ts'
import { QueryView, usePageTitle } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { StartPage } from '../start-page.tsx'
import { controlsOfMatter } from './matter-pickers.tsx'
import { inputsOf, sentValues } from './matter-values.ts'

const words = {
  send: ['提交申请', 'Send the request'],
  sent: ['事项已提交', 'The matter was sent'],
} as const

const MatterForm = ({ start }: { start: MatterStart }) => {
  const fields = useMemo(() => inputsOf(start.fields, start.handlers), [start])
  const controls = useMemo(() => controlsOfMatter(start), [start])
  return (
    <StartPage
      name="general"
      label={start.formName}
      title={fill(['{0}：发起', '{0}: start'], start.formName)}
      note={start.note}
      fields={fields}
      controls={controls}
      start={(values, processDefinitionId) =>
        ask(generalMatter.calls.startProcess, {
          ...sentValues({ ...values }),
          processDefinitionId,
          version: start.version,
        })
      }
      words={words}
      reads={[generalMatter.path]}
    />
  )
}

/** Starts a matter by the form of its type. */
export const MatterStartPage = () => {
  const { processDefinitionId = '' } = useParams()
  const title = usePageTitle()
  const form = useAnswer(generalMatter.calls.form, { processDefinitionId })
  return (
    <>
      {form.data ? null : <PageHead title={title} />}
      <QueryView from={form}>{(start) => <MatterForm start={start} />}</QueryView>
    </>
  )
}
