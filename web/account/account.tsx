import { useSearchParams } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { useSay } from '#web/base/say.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Devices } from './devices.tsx'
import { Logins } from './logins.tsx'
import { OwnInfo } from './own-info.tsx'
import { OwnPassword } from './own-password.tsx'

const parts = ['info', 'password', 'devices', 'logins'] as const
type Part = (typeof parts)[number]

const labels: Record<Part, Text> = {
  info: ['个人信息', 'Personal info'],
  password: ['修改密码', 'Change password'],
  devices: ['登录设备', 'Devices'],
  logins: ['最近登录', 'Logins'],
}

/** What a person sees and does about his own account, in four parts; the address says which (specification 000, section 2). */
export const Account = () => {
  const t = useSay()
  const [search, setSearch] = useSearchParams()
  const chosen = parts.find((part) => part === search.get('tab')) ?? 'info'
  const choose = (part: Part) => setSearch(part === 'info' ? {} : { tab: part }, { replace: true })
  return (
    <Tabs
      name={t(['个人中心', 'Personal center'])}
      chosen={chosen}
      onChoose={choose}
      tabs={[
        { key: 'info', label: t(labels.info), shows: <OwnInfo />, keeps: true },
        { key: 'password', label: t(labels.password), shows: <OwnPassword />, keeps: true },
        { key: 'devices', label: t(labels.devices), shows: <Devices /> },
        { key: 'logins', label: t(labels.logins), shows: <Logins choose={choose} /> },
      ]}
    />
  )
}
