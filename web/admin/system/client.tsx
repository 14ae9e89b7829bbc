import { useState } from 'react'
import { client, type NewSecret } from '#contract/system/client.ts'
import { CrudScreen } from '../crud/crud-screen.tsx'
import { SecretsDialog } from './secrets-dialog.tsx'

type Name = keyof typeof client.fields

/** The secret is made, shown once, and never typed; what only clients of the family write means nothing here. */
const hiddenFields: readonly Name[] = [
  'clientSecret',
  'resourceIds',
  'authorities',
  'autoapprove',
  'additionalInformation',
]
const formFields = (Object.keys(client.fields) as Name[]).filter((name) => !hiddenFields.includes(name))

/** Applications that may ask for tokens; a secret that is made for one is shown once. */
export const Clients = () => {
  const [newSecret, setNewSecret] = useState<NewSecret | null>(null)
  return (
    <>
      <CrudScreen of={client} fields={formFields} onSuccess={{ newSecret: setNewSecret }} />
      {newSecret ? (
        <SecretsDialog
          title={['应用密钥', 'Client secret']}
          heads={[client.fields.clientId.label, client.fields.clientSecret.label]}
          note={['请立即配置到该应用中并妥善保管。', 'Set it up in the application now, and keep it safe.']}
          rows={[[newSecret.clientId, newSecret.clientSecret]]}
          close={() => setNewSecret(null)}
        />
      ) : null}
    </>
  )
}
