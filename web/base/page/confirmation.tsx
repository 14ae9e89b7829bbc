import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useLocalize } from '../api/language.ts'

export interface Question {
  readonly title: Text
  /** What else is worth knowing before the answer. */
  readonly content?: ReactNode
  /** Words of the buttons; 确定 and 取消 by default. */
  readonly ok?: Text
  readonly cancel?: Text
  /** The operation destroys something: its button warns, and Enter alone does not confirm. */
  readonly danger?: boolean
}

type Confirm = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Confirm | null>(null)

/** Asks a question in a dialog; resolves to true if the person agrees. */
export const useConfirm = (): Confirm => {
  const confirm = useContext(ConfirmContext)
  if (!confirm) throw new Error('useConfirm outside of ConfirmProvider')
  return confirm
}

interface PendingQuestion {
  readonly id: number
  readonly question: Question
  readonly answer: (yes: boolean) => void
}

/** Shows the questions of everything inside, one after the other. */
export const ConfirmProvider = ({ children }: { children: ReactNode }) => {
  const t = useLocalize()
  const [pending, setPending] = useState<readonly PendingQuestion[]>([])
  const lastId = useRef(0)
  const confirm = useCallback<Confirm>(
    (question) =>
      new Promise((answer) => {
        lastId.current += 1
        const id = lastId.current
        setPending((now) => [...now, { id, question, answer }])
      }),
    [],
  )
  const [first] = pending
  const handleAnswer = (yes: boolean) => {
    setPending((now) => now.filter((one) => one !== first))
    first?.answer(yes)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      {first
        ? createPortal(
            <ConfirmDialog
              key={first.id}
              title={t(first.question.title)}
              ok={t(first.question.ok ?? words.ok)}
              cancel={t(first.question.cancel ?? words.cancel)}
              danger={first.question.danger ?? false}
              onAnswer={handleAnswer}
            >
              {first.question.content}
            </ConfirmDialog>,
            document.body,
          )
        : null}
    </ConfirmContext>
  )
}
