import {
  Armchair,
  BadgePercent,
  Building2,
  CakeSlice,
  CalendarCheck,
  CalendarOff,
  ChefHat,
  FilePenLine,
  Gift,
  History,
  IdCard,
  Images,
  IndianRupee,
  LayoutDashboard,
  Mails,
  MapPin,
  MessageSquare,
  PartyPopper,
  Sparkles,
  Star,
  Table2,
  Ticket,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react'
import { type Capability, roleMay, type StaffRole } from '~/domain/staff-role'
import { links } from '~/links'
import type { NavSection } from '~/ui/admin-shell'

type Entry = NavSection['entries'][number] & { may: Capability }

/** How much waits for somebody on the pages of the menu: money, reviews to decide, messages to handle. */
export interface Waiting {
  money: number
  reviews: number
  messages: number
}

const NOTHING: Waiting = { money: 0, reviews: 0, messages: 0 }

/** The back office's menu as a role may open it; where something waits it is counted, and the entry leads to what is counted. */
export function adminNav(role: StaffRole, waiting = NOTHING): NavSection[] {
  return menu(waiting)
    .map(({ title, entries }) => ({
      title,
      entries: entries.flatMap(({ may, ...entry }) => (roleMay(role, may) ? [entry] : [])),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Where signing in leads: the dashboard, and who may not see it to the first page that is theirs. */
export const staffHome = (role: StaffRole): string =>
  roleMay(role, 'see-figures') ? links.dashboard() : (adminNav(role)[0]?.entries[0]?.to ?? links.adminAccount())

/** The same page with the name that the menu has for it. */
export function namedHome(role: StaffRole): { to: string; label: string } {
  const to = staffHome(role)
  const found = adminNav(role).flatMap(({ entries }) => entries.filter((entry) => entry.to === to))
  return { to, label: found[0]?.label ?? 'Your account' }
}

function menu({ money, reviews, messages }: Waiting): { title: string; entries: Entry[] }[] {
  return [
    {
      title: 'Every day',
      entries: [
        { to: links.adminToday(), label: 'Today', icon: Table2, may: 'manage-bookings' },
        { to: links.adminPrep(), label: 'Prep board', icon: ChefHat, may: 'prepare' },
        { to: links.dashboard(), label: 'Dashboard', icon: LayoutDashboard, may: 'see-figures' },
        { to: links.adminBookings(), label: 'Bookings', icon: CalendarCheck, may: 'manage-bookings' },
        { to: links.adminBookingNew(), label: 'New booking', icon: Ticket, may: 'manage-bookings' },
        { to: links.adminUnfinished(), label: 'Unfinished bookings', icon: FilePenLine, may: 'manage-bookings' },
        { to: links.adminCustomers(), label: 'Customers', icon: Users, may: 'see-customers' },
        { to: links.adminTill(), label: 'Till', icon: Wallet, may: 'take-money' },
        { to: links.adminMoney(), label: 'Money', icon: IndianRupee, may: 'take-money', count: money },
      ],
    },
    {
      title: 'Theatres',
      entries: [
        { to: links.adminCities(), label: 'Cities', icon: Building2, may: 'manage-cities' },
        { to: links.adminLocations(), label: 'Locations', icon: MapPin, may: 'administer' },
        { to: links.adminScreens(), label: 'Screens', icon: Armchair, may: 'manage-screens' },
        { to: links.adminBlockedDates(), label: 'Blocked dates', icon: CalendarOff, may: 'administer' },
      ],
    },
    {
      title: 'Catalogue',
      entries: [
        { to: links.adminCatalogue('occasion'), label: 'Occasions', icon: PartyPopper, may: 'read-catalogue' },
        { to: links.adminCatalogue('addon'), label: 'Addons', icon: Sparkles, may: 'read-catalogue' },
        { to: links.adminCatalogue('cake'), label: 'Cakes', icon: CakeSlice, may: 'read-catalogue' },
        { to: links.adminCatalogue('gift'), label: 'Gifts', icon: Gift, may: 'read-catalogue' },
        { to: links.adminCoupons(), label: 'Coupons', icon: BadgePercent, may: 'manage-coupons' },
        { to: links.adminBanners(), label: 'Banners', icon: Images, may: 'manage-banners' },
      ],
    },
    {
      title: 'Records',
      entries: [
        {
          ...{ label: 'Messages', icon: MessageSquare, may: 'manage-cities', count: messages },
          to: links.adminMessages(messages ? { state: 'open' } : undefined),
        },
        { to: links.adminStaff(), label: 'Staff', icon: IdCard, may: 'manage-staff' },
        {
          ...{ label: 'Reviews', icon: Star, may: 'administer', count: reviews },
          to: links.adminReviews(reviews ? { state: 'pending' } : undefined),
        },
        { to: links.adminLetters(), label: 'Letters', icon: Mails, may: 'manage-cities' },
        { to: links.adminAudit(), label: 'Audit log', icon: History, may: 'read-audit' },
        { to: links.adminAccount(), label: 'Your account', icon: UserRound, may: 'sign-in' },
      ],
    },
  ]
}
