import type { ComponentType } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'
import { iconOf } from '#contract/system/menu-icons.ts'
import { words } from '#contract/words.ts'
import {
  BookIcon,
  BookOpenIcon,
  BugIcon,
  Building2Icon,
  CalendarClockIcon,
  ClipboardCheckIcon,
  ClockIcon,
  CloudIcon,
  CodeIcon,
  ContactIcon,
  DatabaseIcon,
  EyeIcon,
  FileIcon,
  FilePenLineIcon,
  FileSearchIcon,
  FileTextIcon,
  FolderIcon,
  HardDriveIcon,
  HouseIcon,
  IdCardIcon,
  KeyRoundIcon,
  LandmarkIcon,
  LayoutGridIcon,
  ListChecksIcon,
  ListTreeIcon,
  LockIcon,
  LogInIcon,
  MapPinIcon,
  MegaphoneIcon,
  MessageSquareIcon,
  MonitorIcon,
  NetworkIcon,
  PanelsTopLeftIcon,
  PaperclipIcon,
  PlugIcon,
  ScrollTextIcon,
  ServerIcon,
  SettingsIcon,
  ShieldCheckIcon,
  SlidersHorizontalIcon,
  SmartphoneIcon,
  SquareKanbanIcon,
  UserCheckIcon,
  UserIcon,
  UsersIcon,
} from '#web/ui/icons.ts'

/** An icon and the search words for it. */
export interface Sign {
  readonly Icon: ComponentType
  readonly words: Text
}

/** Menu icons by `source`. */
export const signs: Readonly<Record<string, Sign>> = {
  home: { Icon: HouseIcon, words: words.home },
  desk: { Icon: MonitorIcon, words: ['工作台', 'Desk'] },
  notice: { Icon: MegaphoneIcon, words: ['通知', 'Notice'] },
  project: { Icon: SquareKanbanIcon, words: ['项目', 'Project'] },
  declaration: { Icon: ClipboardCheckIcon, words: ['申报审核', 'Review'] },
  library: { Icon: DatabaseIcon, words: ['项目库、数据库', 'Library, database'] },
  private_network: { Icon: NetworkIcon, words: ['5G专网', '5G private network'] },
  contact: { Icon: ContactIcon, words: ['联系人', 'Contact'] },
  template: { Icon: FilePenLineIcon, words: ['模板、表单', 'Template, form'] },
  batch: { Icon: ListChecksIcon, words: ['批次、清单', 'Batch, list'] },
  public_notice: { Icon: MegaphoneIcon, words: ['公示公告', 'Public notice'] },
  stage_stay: { Icon: ClockIcon, words: ['时间', 'Time'] },
  matter_form: { Icon: FilePenLineIcon, words: ['表单', 'Form'] },
  general_matter: { Icon: ClipboardCheckIcon, words: ['通用事项', 'General matters'] },
  matter_ledger: { Icon: BookIcon, words: ['台账', 'Ledger'] },
  batch_quota: { Icon: ListChecksIcon, words: ['名额、清单', 'Quota, list'] },
  company: { Icon: LandmarkIcon, words: ['单位', 'Company'] },
  news: { Icon: BookOpenIcon, words: ['新闻、阅读', 'News, reading'] },
  column: { Icon: FolderIcon, words: ['栏目、文件夹', 'Column, folder'] },
  file_release: { Icon: FileIcon, words: ['文件', 'File'] },
  press_release: { Icon: FileTextIcon, words: ['文章', 'Article'] },
  statement: { Icon: ScrollTextIcon, words: ['声明', 'Statement'] },
  setting: { Icon: SettingsIcon, words: ['系统设置', 'Settings'] },
  user: { Icon: UserIcon, words: ['用户', 'User'] },
  dept: { Icon: Building2Icon, words: ['机构', 'Department'] },
  role: { Icon: UsersIcon, words: ['角色、团队', 'Role, team'] },
  post: { Icon: IdCardIcon, words: ['岗位、证件', 'Post, card'] },
  dict: { Icon: BookIcon, words: ['字典', 'Dictionary'] },
  dict_biz: { Icon: BookIcon, words: ['业务字典', 'Business dictionary'] },
  menu: { Icon: ListTreeIcon, words: ['菜单', 'Menu'] },
  top_menu: { Icon: PanelsTopLeftIcon, words: ['顶部菜单、布局', 'Top menu, layout'] },
  param: { Icon: SlidersHorizontalIcon, words: ['参数', 'Parameter'] },
  region: { Icon: MapPinIcon, words: ['行政区划、地点', 'Region, place'] },
  data_scope: { Icon: EyeIcon, words: ['数据权限、可见', 'Data scope, visible'] },
  api_scope: { Icon: PlugIcon, words: ['接口权限、接口', 'API scope, interface'] },
  permission_lens: { Icon: FileSearchIcon, words: ['权限透视、查找', 'Permission lens, find'] },
  tenant: { Icon: NetworkIcon, words: ['租户、集群', 'Tenant, cluster'] },
  tenant_package: { Icon: LayoutGridIcon, words: ['产品包、应用', 'Package, apps'] },
  client: { Icon: KeyRoundIcon, words: ['应用密钥', 'Client secret'] },
  storage: { Icon: CloudIcon, words: ['资源、云', 'Storage, cloud'] },
  attach: { Icon: PaperclipIcon, words: ['附件', 'Attachment'] },
  oss: { Icon: HardDriveIcon, words: consoleWords.objectStorage },
  sms: { Icon: SmartphoneIcon, words: ['短信、手机', 'SMS, telephone'] },
  sms_message: { Icon: MessageSquareIcon, words: ['消息', 'Message'] },
  log: { Icon: FileTextIcon, words: ['日志', 'Log'] },
  log_error: { Icon: BugIcon, words: ['错误日志', 'Error log'] },
  log_api: { Icon: PlugIcon, words: ['接口日志', 'API log'] },
  login_log: { Icon: LogInIcon, words: ['登录日志、登录', 'Login log'] },
  online_user: { Icon: UserCheckIcon, words: ['在线用户', 'Online users'] },
  locked_account: { Icon: LockIcon, words: ['锁定', 'Lock'] },
  log_usual: { Icon: ScrollTextIcon, words: ['通用日志', 'Event log'] },
  job: { Icon: ClockIcon, words: ['定时任务、时钟', 'Scheduled jobs, clock'] },
  job_server: { Icon: ServerIcon, words: ['任务应用、服务器', 'Job server'] },
  job_info: { Icon: CalendarClockIcon, words: ['任务配置、日程', 'Scheduled job, calendar'] },
  develop: { Icon: CodeIcon, words: ['研发、代码', 'Development, code'] },
  datasource: { Icon: DatabaseIcon, words: ['数据源', 'Data source'] },
  audit: { Icon: ShieldCheckIcon, words: ['审计、安全', 'Audit, security'] },
}

/** The icon of a menu; an unknown name gets the default icon. */
export const MenuIcon = ({ source }: { source: string }) => {
  const { Icon = LayoutGridIcon } = signs[iconOf(source)] ?? {}
  return (
    <span aria-hidden="true">
      <Icon />
    </span>
  )
}
