import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { type BatchStep, batchMoves, batchReason } from '#contract/project/batch-moves.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { Status } from '#contract/project/status.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { batchWords, quotaWords } from '#web/declaration/batch-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ReasonForm } from '../dialog/reason-form.tsx'

/** The batch of a declaration, and the quotas that the reader may know. */
export const BatchLine = ({ status: { batch, quotas } }: { readonly status: Status }) => {
  const t = useLocalize()
  const lines = [...(batch ? [batchWords(batch)] : []), ...quotas.map(quotaWords)]
  return lines.map((line) => <span key={line[0]}>{t(line)}</span>)
}

const done: Readonly<Record<BatchStep, Text>> = {
  defer: ['已顺延至下一批次', 'Deferred to the next batch'],
  leaveBatch: ['已退出本批次', 'Left the batch'],
}

/** What an officer can do about the batch of a declaration: defer it to the next one, or take it out. */
export const BatchSteps = ({ status }: { readonly status: Status }) => {
  const t = useLocalize()
  const { id, version } = status
  const [step, setStep] = useState<BatchStep | null>(null)
  if (status.batchSteps.length === 0) return null
  return (
    <section>
      <h2>{t(['批次', 'Batch'])}</h2>
      {step ? (
        <ReasonForm
          name={`${step}-${id}`}
          reason={batchReason}
          label={batchMoves[step].label}
          done={done[step]}
          send={async (reason) => {
            await ask(declaration.calls[step], { id, version, reason })
            await invalidate(declaration.path)
          }}
          close={() => setStep(null)}
        />
      ) : (
        <div className="row wrap gap-8">
          {status.batchSteps.map((one) => (
            <Button key={one} onClick={() => setStep(one)}>
              {t(batchMoves[one].label)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
