import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type TransitionName, transitionOf } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
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

/** The declarant's transitions other than submitting, with the effect of each. */
const transitionNotes: Partial<Record<TransitionName, Text>> = {
  withdraw: [
    '撤回后申报回到填报状态，可修改后重新提交。受理后不能再撤回。',
    'The declaration opens for editing again, and you can resubmit it. Once it is accepted for review, it can no longer be withdrawn.',
  ],
  invite: [
    '将邀请主要运营商填写“5G网络”部分，填写期间您仍可填写其他部分。',
    'The main operator is invited to fill in the “5G network” section. Meanwhile you can fill in the other sections.',
  ],
  recall: [
    '收回后由贵单位自行填写“5G网络”部分。',
    'The “5G network” section returns to you, and you fill it in yourself.',
  ],
  confirm: ['确认后“5G网络”部分交回企业。', 'The “5G network” section returns to the enterprise.'],
}

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
  readonly close: () => void
}

/** Asks before a transition. What is still missing for it is listed with links to the fields. */
const TransitionQuestion = ({ status, action, close }: QuestionProps) => {
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
      note={transitionNotes[action] as Text}
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
  return (
    <>
      {status.actions
        .filter((action) => transitionNotes[action])
        .map((action) => (
          <Button key={action} kind={action === main ? 'main' : 'plain'} onClick={() => setPendingTransition(action)}>
            {t(transitionOf(action).label)}
          </Button>
        ))}
      {pendingTransition ? (
        <TransitionQuestion status={status} action={pendingTransition} close={() => setPendingTransition(null)} />
      ) : null}
    </>
  )
}
