import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { Status } from '#contract/project/status.ts'
import { isOfDeclarant, type TransitionName, transitionOf } from '#contract/project/transitions.ts'
import { ask, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import { FaultsWithPlaces } from '#web/form/faults-with-places.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Question } from '../question.tsx'
import { placeAddress } from './place-address.ts'
import { placeInParts } from './place-in-parts.ts'

/** Chooses the branch of the operator that is invited; without a choice every branch of the region may fill in the section. */
const BranchChoice = ({ id, value, onValue }: { id: string; value: string; onValue: (code: string) => void }) => {
  const t = useLocalize()
  const { data = [] } = useAnswer(declaration.calls.branches, { id }, { staleTime: 0 })
  if (data.length === 0) return null
  return (
    <FormField label={t(['受邀单位', 'Branch to invite'])}>
      <Select
        value={value}
        onValue={onValue}
        placeholder={t(['不指定（本地区各分支机构均可填写）', 'Any branch of this region'])}
        options={data.map(({ organizationCode, unitName }) => ({ value: organizationCode, label: unitName }))}
      />
    </FormField>
  )
}

interface QuestionProps {
  readonly status: Status
  readonly action: TransitionName
  readonly note: Text
  readonly close: () => void
}

/** Asks before a transition. What is still missing for it is listed with links to the fields. */
const TransitionQuestion = ({ status, action, note, close }: QuestionProps) => {
  const navigate = useNavigate()
  const [branch, setBranch] = useState('')
  const form = useForm({})
  const submitTransition = async () => {
    const isDone = await form.run(async () => {
      await ask(declaration.calls.submitStatus, {
        ...{ id: status.id, action, version: status.version },
        ...(action === 'invite' && branch ? { branch } : {}),
      })
      await invalidate(declaration.path, ...deskPaths)
    })
    if (!isDone) return
    close()
    // after confirmation the declaration belongs to the enterprise again, and the operator may no longer see it
    if (action === 'confirm') navigate('/projectApplication/project')
  }
  return (
    <Question
      title={transitionOf(action).label}
      note={note}
      busy={form.busy}
      refusal={form.refusal}
      agree={submitTransition}
      close={close}
    >
      <FaultsWithPlaces
        faults={form.faults}
        go={(at) => navigate(placeAddress(status.id, at))}
        placeOf={(at) => placeInParts(at, {})}
      />
      {action === 'invite' ? <BranchChoice id={status.id} value={branch} onValue={setBranch} /> : null}
    </Question>
  )
}

interface Props {
  readonly status: Status
  /** The one that is the main action of its page. */
  readonly main?: TransitionName
}

/** The transitions available to the declarant or the operator; each asks for confirmation. */
export const DeclarantTransitions = ({ status, main }: Props) => {
  const t = useLocalize()
  const [pendingTransition, setPendingTransition] = useState<TransitionName | null>(null)
  const note = pendingTransition && transitionOf(pendingTransition).note
  return (
    <>
      {status.actions
        .filter((action) => isOfDeclarant(transitionOf(action)) && transitionOf(action).note)
        .map((action) => (
          <Button key={action} kind={action === main ? 'main' : 'plain'} onClick={() => setPendingTransition(action)}>
            {t(transitionOf(action).label)}
          </Button>
        ))}
      {pendingTransition && note ? (
        <TransitionQuestion
          status={status}
          action={pendingTransition}
          note={note}
          close={() => setPendingTransition(null)}
        />
      ) : null}
    </>
  )
}
