import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type TransitionName, transitionOf } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/caller.ts'
import { deskPaths } from '#web/base/desk-paths.ts'
import { useLocalize } from '#web/base/language.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from '../page.module.css'

/** The declarant's transitions other than submitting, with the effect of each. */
const transitionNotes: Partial<Record<TransitionName, Text>> = {
  withdraw: [
    '撤回后申报回到填报状态，可修改后重新提交。受理后不能再撤回。',
    'The declaration opens for editing again, and you can resubmit it. Once it is accepted for review, it can no longer be withdrawn.',
  ],
  invite: [
    '将邀请主要运营商填写“5G 网络”部分，填写期间您仍可填写其他部分。',
    'The main operator is invited to fill in the “5G network” section. Meanwhile you can fill in the other sections.',
  ],
  recall: [
    '收回后由贵单位自行填写“5G 网络”部分。',
    'The “5G network” section returns to you, and you fill it in yourself.',
  ],
  confirm: ['确认后“5G 网络”部分交回企业。', 'The “5G network” section returns to the enterprise.'],
}

/** The transitions available to the declarant or the operator; each asks for confirmation. */
export const DeclarantTransitions = ({ status }: { status: Status }) => {
  const t = useLocalize()
  const navigate = useNavigate()
  const [pendingTransition, setPendingTransition] = useState<TransitionName | null>(null)
  const form = useForm({})
  const submitTransition = async (action: TransitionName) => {
    const isDone = await form.run(async () => {
      await ask(declaration.calls.submitStatus, { id: status.id, action, version: status.version })
      await invalidate(declaration.path, ...deskPaths)
    })
    if (!isDone) return
    setPendingTransition(null)
    // after confirmation the declaration belongs to the enterprise again, and the operator may no longer see it
    if (action === 'confirm') navigate('/projectApplication/project')
  }
  return (
    <>
      {status.actions
        .filter((action) => transitionNotes[action])
        .map((action) => (
          <Button key={action} onClick={() => setPendingTransition(action)}>
            {t(transitionOf(action).label)}
          </Button>
        ))}
      {pendingTransition ? (
        <Dialog
          title={t(transitionOf(pendingTransition).label)}
          closeWords={t(words.close)}
          onClose={() => setPendingTransition(null)}
        >
          <div className={page.form}>
            {form.refusal ? <Notice tone="bad" title={form.refusal} live /> : null}
            <p>{t(transitionNotes[pendingTransition] as Text)}</p>
            <div className={page.actions}>
              <Button kind="main" busy={form.busy} onClick={() => void submitTransition(pendingTransition)}>
                {t(words.ok)}
              </Button>
              <Button onClick={() => setPendingTransition(null)}>{t(words.cancel)}</Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
