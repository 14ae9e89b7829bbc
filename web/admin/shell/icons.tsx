import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BookOutlined,
  BugOutlined,
  CloudOutlined,
  ContactsOutlined,
  ControlOutlined,
  DatabaseOutlined,
  EnvironmentOutlined,
  EyeOutlined,
  FileOutlined,
  FileTextOutlined,
  FolderOutlined,
  FormOutlined,
  HomeOutlined,
  IdcardOutlined,
  KeyOutlined,
  MenuOutlined,
  MessageOutlined,
  PaperClipOutlined,
  ProjectOutlined,
  ReadOutlined,
  SettingOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

/** A menu's `source` and its sign; a name nobody knows gets the plain one. */
const icons: Readonly<Record<string, ComponentType>> = {
  home: HomeOutlined,
  ...{ project: ProjectOutlined, news: ReadOutlined, setting: SettingOutlined, storage: CloudOutlined },
  ...{ user: UserOutlined, dept: ApartmentOutlined, role: TeamOutlined, post: IdcardOutlined, dict: BookOutlined },
  ...{ menu: MenuOutlined, param: ControlOutlined, region: EnvironmentOutlined, data_scope: EyeOutlined },
  ...{ tenant_package: AppstoreOutlined, client: KeyOutlined, attach: PaperClipOutlined, company: BankOutlined },
  ...{ template: FormOutlined, declaration: AuditOutlined, library: DatabaseOutlined, contact: ContactsOutlined },
  ...{ column: FolderOutlined, file_release: FileOutlined, press_release: FileTextOutlined },
  ...{ log: FileTextOutlined, log_error: BugOutlined, sms_message: MessageOutlined },
}

export const MenuIcon = ({ source }: { source: string }) => {
  const Icon = icons[source] ?? AppstoreOutlined
  return (
    <span aria-hidden="true">
      <Icon />
    </span>
  )
}
