import {
  ApartmentOutlined,
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BookOutlined,
  BugOutlined,
  CloudOutlined,
  ClusterOutlined,
  ContactsOutlined,
  ControlOutlined,
  DatabaseOutlined,
  DesktopOutlined,
  EnvironmentOutlined,
  EyeOutlined,
  FileOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FolderOutlined,
  FormOutlined,
  HddOutlined,
  HomeOutlined,
  IdcardOutlined,
  KeyOutlined,
  LayoutOutlined,
  MenuOutlined,
  MessageOutlined,
  MobileOutlined,
  NotificationOutlined,
  PaperClipOutlined,
  ProfileOutlined,
  ProjectOutlined,
  ReadOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

/** A menu's `source` and its sign; a name nobody knows gets the plain one. */
const icons: Readonly<Record<string, ComponentType>> = {
  home: HomeOutlined,
  ...{ desk: DesktopOutlined, notice: NotificationOutlined },
  ...{ project: ProjectOutlined, news: ReadOutlined, setting: SettingOutlined, storage: CloudOutlined },
  ...{ user: UserOutlined, dept: ApartmentOutlined, role: TeamOutlined, post: IdcardOutlined, dict: BookOutlined },
  ...{ menu: MenuOutlined, param: ControlOutlined, region: EnvironmentOutlined, data_scope: EyeOutlined },
  ...{
    dict_biz: BookOutlined,
    tenant: ClusterOutlined,
    tenant_package: AppstoreOutlined,
    client: KeyOutlined,
    attach: PaperClipOutlined,
    company: BankOutlined,
  },
  ...{ template: FormOutlined, declaration: AuditOutlined, library: DatabaseOutlined, contact: ContactsOutlined },
  ...{ column: FolderOutlined, file_release: FileOutlined, press_release: FileTextOutlined },
  ...{
    log: FileTextOutlined,
    log_error: BugOutlined,
    log_api: ApiOutlined,
    log_usual: ProfileOutlined,
    audit: SafetyCertificateOutlined,
    sms_message: MessageOutlined,
  },
  ...{ oss: HddOutlined, sms: MobileOutlined },
  ...{ top_menu: LayoutOutlined, api_scope: ApiOutlined, permission_lens: FileSearchOutlined },
}

export const MenuIcon = ({ source }: { source: string }) => {
  const Icon = icons[source] ?? AppstoreOutlined
  return (
    <span aria-hidden="true">
      <Icon />
    </span>
  )
}
