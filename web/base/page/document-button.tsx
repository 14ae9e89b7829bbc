import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { Button, type ButtonKind } from '#web/ui/button.tsx'
import { failureOf } from '../api/caller.ts'
import { downloadFrom } from '../api/file-transfer.ts'
import { useLocalize } from '../api/language.ts'

interface Props {
  /** Of the call that answers the document. */
  readonly address: string
  /** The name of the file. */
  readonly file: Text
  readonly label: Text
  readonly kind?: ButtonKind | undefined
}

/** Saves a document of the server; a refusal stands beside the button. */
export const DocumentButton = ({ address, file, label, kind = 'plain' }: Props) => {
  const t = useLocalize()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const save = async () => {
    setBusy(true)
    setRefusal('')
    await downloadFrom(address, t(file)).catch((error) => setRefusal(failureOf(error).message))
    setBusy(false)
  }
  return (
    <>
      <Button kind={kind} busy={busy} onClick={() => void save()}>
        {t(label)}
      </Button>
      {refusal ? (
        <span role="alert" className="bad">
          {refusal}
        </span>
      ) : null}
    </>
  )
}
