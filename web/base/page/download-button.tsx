import { type ReactNode, useState } from 'react'
import { failureOf } from '#web/base/api/caller.ts'
import { downloadFrom } from '#web/base/api/file-transfer.ts'
import { Button, type ButtonKind } from '#web/ui/button.tsx'

interface Props {
  readonly url: string
  /** The name under which the file is saved. */
  readonly name: string
  readonly kind?: ButtonKind
  /** Where the text of the button stands several times on its page. */
  readonly label?: string | undefined
  readonly children: ReactNode
}

/** Saves a file that the server makes; a refusal stands beside the button. */
export const DownloadButton = ({ url, name, kind = 'plain', label, children }: Props) => {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const save = async () => {
    setBusy(true)
    setRefusal('')
    await downloadFrom(url, name).catch((error) => setRefusal(failureOf(error).message))
    setBusy(false)
  }
  return (
    <>
      <Button kind={kind} busy={busy} aria-label={label} onClick={() => void save()}>
        {children}
      </Button>
      {refusal ? (
        <span role="alert" className="bad">
          {refusal}
        </span>
      ) : null}
    </>
  )
}
