import { useState } from 'react'
import { client, type NewSecret } from '#contract/system/client.ts'
import { CrudScreen } from '../crud/crud-screen.tsx'
import { ShownOnce } from './shown-once.tsx'

type Name = keyof typeof client.fields

/** The secret is made, shown once, and never typed; what only clients of the family write means nothing here. */
const untyped: readonly Name[] = ['clientSecret', 'resourceIds', 'authorities', 'autoapprove', 'additionalInformation']
const typed = (Object.keys(client.fields) as Name[]).filter((name) => !untyped.includes(name))

/** Applications that may ask for tokens; a secret that is made for one is shown once. */
export const Clients = () => {
  const [made, setMade] = useState<NewSecret | null>(null)
  return (
    <>
      <CrudScreen of={client} fields={typed} told={{ newSecret: setMade }} />
      {made ? (
        <ShownOnce
          title={['应用密钥', 'Client secret']}
          heads={[client.fields.clientId.label, client.fields.clientSecret.label]}
          note={['请立即配置到该应用中并妥善保管。', 'Set it up in the application now, and keep it safe.']}
          rows={[[made.clientId, made.clientSecret]]}
          close={() => setMade(null)}
        />
      ) : null}
    </>
  )
}
