import { useState } from 'react'
import { client, type NewSecret } from '#contract/system/client.ts'
import { CrudScreen } from '../crud/crud-screen.tsx'
import { SecretsDialog } from './secrets-dialog.tsx'

type Name = keyof typeof client.fields

/** Not in the form: the secret is generated and displayed once; the other fields have no effect on this platform. */
const hiddenFields: readonly Name[] = [
  'clientSecret',
  'resourceIds',
  'authorities',
  'autoapprove',
  'additionalInformation',
]
const formFields = (Object.keys(client.fields) as Name[]).filter((name) => !hiddenFields.includes(name))

/** Applications that may request tokens; a generated secret is displayed once. */
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
