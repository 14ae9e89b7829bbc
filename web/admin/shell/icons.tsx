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
  CodeOutlined,
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
import type { Text } from '#contract/kit/text.ts'
import { iconOf } from '#contract/system/menu-icons.ts'

/** An icon and the search words for it. */
export interface Sign {
  readonly Icon: ComponentType
  readonly words: Text
}

/** Menu icons by `source`. */
export const signs: Readonly<Record<string, Sign>> = {
  home: { Icon: HomeOutlined, words: ['首页', 'Home'] },
  desk: { Icon: DesktopOutlined, words: ['工作台', 'Desk'] },
  notice: { Icon: NotificationOutlined, words: ['通知', 'Notice'] },
  project: { Icon: ProjectOutlined, words: ['项目', 'Project'] },
  declaration: { Icon: AuditOutlined, words: ['申报审核', 'Declaration'] },
  library: { Icon: DatabaseOutlined, words: ['项目库、数据库', 'Library, database'] },
  contact: { Icon: ContactsOutlined, words: ['联系人', 'Contact'] },
  template: { Icon: FormOutlined, words: ['模板、表单', 'Template, form'] },
  company: { Icon: BankOutlined, words: ['单位', 'Organisation'] },
  news: { Icon: ReadOutlined, words: ['新闻、阅读', 'News, reading'] },
  column: { Icon: FolderOutlined, words: ['栏目、文件夹', 'Column, folder'] },
  file_release: { Icon: FileOutlined, words: ['文件', 'File'] },
  press_release: { Icon: FileTextOutlined, words: ['文章', 'Article'] },
  setting: { Icon: SettingOutlined, words: ['系统设置', 'Settings'] },
  user: { Icon: UserOutlined, words: ['用户', 'User'] },
  dept: { Icon: ApartmentOutlined, words: ['机构', 'Department'] },
  role: { Icon: TeamOutlined, words: ['角色、团队', 'Role, team'] },
  post: { Icon: IdcardOutlined, words: ['岗位、证件', 'Post, card'] },
  dict: { Icon: BookOutlined, words: ['字典', 'Dictionary'] },
  dict_biz: { Icon: BookOutlined, words: ['业务字典', 'Business dictionary'] },
  menu: { Icon: MenuOutlined, words: ['菜单', 'Menu'] },
  top_menu: { Icon: LayoutOutlined, words: ['顶部菜单、布局', 'Top menu, layout'] },
  param: { Icon: ControlOutlined, words: ['参数', 'Parameter'] },
  region: { Icon: EnvironmentOutlined, words: ['行政区划、地点', 'Region, place'] },
  data_scope: { Icon: EyeOutlined, words: ['数据权限、可见', 'Data scope, visible'] },
  api_scope: { Icon: ApiOutlined, words: ['接口权限、接口', 'API scope, interface'] },
  permission_lens: { Icon: FileSearchOutlined, words: ['权限透视、查找', 'Permission lens, find'] },
  tenant: { Icon: ClusterOutlined, words: ['租户、集群', 'Tenant, cluster'] },
  tenant_package: { Icon: AppstoreOutlined, words: ['产品包、应用', 'Package, apps'] },
  client: { Icon: KeyOutlined, words: ['应用密钥', 'Client, key'] },
  storage: { Icon: CloudOutlined, words: ['资源、云', 'Storage, cloud'] },
  attach: { Icon: PaperClipOutlined, words: ['附件', 'Attachment'] },
  oss: { Icon: HddOutlined, words: ['对象存储', 'Object storage'] },
  sms: { Icon: MobileOutlined, words: ['短信、手机', 'SMS, telephone'] },
  sms_message: { Icon: MessageOutlined, words: ['消息', 'Message'] },
  log: { Icon: FileTextOutlined, words: ['日志', 'Log'] },
  log_error: { Icon: BugOutlined, words: ['错误日志', 'Error log'] },
  log_api: { Icon: ApiOutlined, words: ['接口日志', 'API log'] },
  log_usual: { Icon: ProfileOutlined, words: ['通用日志', 'Event log'] },
  develop: { Icon: CodeOutlined, words: ['研发、代码', 'Development, code'] },
  datasource: { Icon: DatabaseOutlined, words: ['数据源', 'Data source'] },
  audit: { Icon: SafetyCertificateOutlined, words: ['审计、安全', 'Audit, security'] },
}

/** The icon of a menu; an unknown name gets the default icon. */
export const MenuIcon = ({ source }: { source: string }) => {
  const { Icon = AppstoreOutlined } = signs[iconOf(source)] ?? {}
  return (
    <span aria-hidden="true">
      <Icon />
    </span>
  )
}
