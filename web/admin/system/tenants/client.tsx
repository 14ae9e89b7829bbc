import { useState } from 'react'
import { fill } from '#contract/kit/text.ts'
import { minAccessSeconds, sessionSeconds } from '#contract/session-lifetime.ts'
import { client, type NewSecret, platformClientId } from '#contract/system/client.ts'
import { RecordList } from '../../crud/record-list.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'
import type { FormOptions } from '../../dialog/form-options.ts'
import { SecretsDialog, usePreloadedSecrets } from '../people/secrets.ts'

type Name = keyof typeof client.fields

/** Not in the form: the secret is generated and displayed once; the other fields have no effect on this platform. */
const hiddenFields: readonly Name[] = [
  'clientSecret',
  'scope',
  'resourceIds',
  'authorities',
  'autoapprove',
  'additionalInformation',
]
const formFields = (Object.keys(client.fields) as Name[]).filter((name) => !hiddenFields.includes(name))

const form: FormOptions = {
  note: fill(
    [
      '访问令牌有效期为{0}～{1}秒；刷新令牌有效期不小于访问令牌，最长{1}秒（{2}小时），到期后须重新登录。',
      'Access tokens last {0} to {1} s. Refresh tokens last at least as long and at most {1} s ({2} h); then one logs in again.',
    ],
    minAccessSeconds,
    sessionSeconds,
    sessionSeconds / 3600,
  ),
}

/** Applications that may request tokens; a generated secret is displayed once. */
export const Clients = () => {
  usePreloadedSecrets()
  const source = usePageSource(client)
  const [newSecret, setNewSecret] = useState<NewSecret | null>(null)
  return (
    <>
      <RecordList
        of={client}
        source={source}
        fields={formFields}
        form={form}
        isProtected={({ clientId }) => clientId === platformClientId}
        onSuccess={{ newSecret: setNewSecret }}
      />
      {newSecret ? (
        <SecretsDialog
          title={['应用密钥', 'Client secret']}
          heads={[client.fields.clientId.label, client.fields.clientSecret.label]}
          note={['请立即配置到该应用中并妥善保管。', 'Configure it in the application now, and keep it safe.']}
          rows={[[newSecret.clientId, newSecret.clientSecret]]}
          close={() => setNewSecret(null)}
        />
      ) : null}
    </>
  )
}
