import { useState } from 'react'
import { declaration } from '#contract/project/declaration.ts'
import type { Status } from '#contract/project/status.ts'
import { ask, failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'

const { remind } = declaration.calls
const supervisors = remind.access.perm

/** That the provincial desk watches a declaration whose office is late; whoever does so can remind the office. */
export const Supervision = ({ status: { id, supervisedSince } }: { status: Status }) => {
  const t = useLocalize()
  const may = useMay()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  if (!supervisedSince) return null
  const send = async () => {
    setBusy(true)
    await ask(remind, { id }).then(
      () => toaster.success(t(['已催办', 'The office was reminded'])),
      (error: unknown) => toaster.error(failureOf(error).message),
    )
    setBusy(false)
  }
  const day = supervisedSince.slice(0, 10)
  return (
    <div className="above-12">
      <Notice tone="ask" title={t([`督办：自 ${day} 起`, `Supervised since ${day}`])}>
        <p className="below-8">
          {t([
            '办理单位已超过时限。督办可查看和催办，不能代为办理。',
            'The office is past its deadline. The provincial desk can see it and remind the office, but not decide for it.',
          ])}
        </p>
        {supervisors.some(may) ? (
          <Button busy={busy} onClick={() => void send()}>
            {t(remind.label)}
          </Button>
        ) : null}
      </Notice>
    </div>
  )
}
