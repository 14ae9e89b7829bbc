import { type ReactNode, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { confirmTruth } from '#contract/project/contact.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useIdAt } from '#web/form/form-context.ts'
import { FormField } from '#web/ui/input.tsx'
import css from './commitment.module.css'

const sentence: Text = [
  '本单位承诺所填内容真实、准确、完整，并对此负责。',
  'We confirm that all information is true, accurate and complete, and we take responsibility for it.',
]

/** The commitment that goes with each submission, also with that of a corrected declaration: it is never remembered. */
export const useCommitment = () => {
  const [isMade, setIsMade] = useState(false)
  const [fault, setFault] = useState<Text>()
  const id = useIdAt()('confirmTruth')
  return {
    id,
    isMade,
    fault,
    choose: (next: boolean) => {
      setFault(undefined)
      setIsMade(next)
    },
    isComplete: () => {
      setFault(isMade ? undefined : confirmTruth.message)
      if (!isMade) document.getElementById(id)?.focus()
      return isMade
    },
    input: { confirmTruth: isMade ? 1 : 0 },
  }
}

interface Props {
  readonly commitment: ReturnType<typeof useCommitment>
  readonly disabled: boolean
  /** What follows from the submission. */
  readonly children: ReactNode
}

export const Commitment = ({ commitment: { id, isMade, fault, choose }, disabled, children }: Props) => {
  const t = useLocalize()
  return (
    <div className="above-20">
      <FormField group label={t(confirmTruth.label)} note={children} fault={fault && t(fault)}>
        <label className={css.choice}>
          <input
            className="large-check"
            type="checkbox"
            id={id}
            checked={isMade}
            disabled={disabled}
            aria-invalid={fault ? true : undefined}
            onChange={({ target }) => choose(target.checked)}
          />
          {t(sentence)}
        </label>
      </FormField>
    </div>
  )
}
