import { useState } from 'react'
import { declaration } from '#contract/project/declaration.ts'
import { paperFile } from '#contract/project/part-labels.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { downloadFrom } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button, type ButtonKind } from '#web/ui/button.tsx'

const { paper } = declaration.calls

interface Props {
  readonly id: string
  readonly name: unknown
  readonly kind?: ButtonKind
}

/** Saves what the reader sees of a declaration as a PDF; a refusal stands beside the button. */
export const PaperButton = ({ id, name, kind = 'plain' }: Props) => {
  const t = useLocalize()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const save = async () => {
    setBusy(true)
    setRefusal('')
    const title = typeof name === 'string' && name ? name : id
    await downloadFrom(`${paper.path}?id=${id}`, t(paperFile(title))).catch((error) =>
      setRefusal(failureOf(error).message),
    )
    setBusy(false)
  }
  return (
    <>
      <Button kind={kind} busy={busy} onClick={() => void save()}>
        {t(paper.label)}
      </Button>
      {refusal ? (
        <span role="alert" className="bad">
          {refusal}
        </span>
      ) : null}
    </>
  )
}
