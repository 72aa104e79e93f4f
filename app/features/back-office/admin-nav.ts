import {
  Armchair,
  BadgePercent,
  Building2,
  CakeSlice,
  CalendarCheck,
  CalendarOff,
  FilePenLine,
  Gift,
  History,
  Images,
  IndianRupee,
  LayoutDashboard,
  MapPin,
  MessageSquare,
  PartyPopper,
  Sparkles,
  Table2,
  Ticket,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react'
import { links } from '~/links'
import type { NavSection } from '~/ui/admin-shell'

/** The back office's menu; what only a super admin may open is shown to them only. `openMoney`: how much waits there. */
export function adminNav(superAdmin: boolean, openMoney = 0): NavSection[] {
  return [
    {
      title: 'Every day',
      entries: [
        { to: links.adminToday(), label: 'Today', icon: Table2 },
        { to: links.dashboard(), label: 'Dashboard', icon: LayoutDashboard },
        { to: links.adminBookings(), label: 'Bookings', icon: CalendarCheck },
        { to: links.adminBookingNew(), label: 'New booking', icon: Ticket },
        { to: links.adminUnfinished(), label: 'Unfinished bookings', icon: FilePenLine },
        { to: links.adminCustomers(), label: 'Customers', icon: Users },
        { to: links.adminTill(), label: 'Till', icon: Wallet },
        { to: links.adminMoney(), label: 'Money', icon: IndianRupee, count: openMoney },
      ],
    },
    {
      title: 'Theatres',
      entries: [
        ...(superAdmin ? [{ to: links.adminCities(), label: 'Cities', icon: Building2 }] : []),
        { to: links.adminLocations(), label: 'Locations', icon: MapPin },
        { to: links.adminScreens(), label: 'Screens', icon: Armchair },
        { to: links.adminBlockedDates(), label: 'Blocked dates', icon: CalendarOff },
      ],
    },
    {
      title: 'Catalogue',
      entries: [
        { to: links.adminCatalogue('occasion'), label: 'Occasions', icon: PartyPopper },
        { to: links.adminCatalogue('addon'), label: 'Addons', icon: Sparkles },
        { to: links.adminCatalogue('cake'), label: 'Cakes', icon: CakeSlice },
        { to: links.adminCatalogue('gift'), label: 'Gifts', icon: Gift },
        { to: links.adminCoupons(), label: 'Coupons', icon: BadgePercent },
        { to: links.adminBanners(), label: 'Banners', icon: Images },
      ],
    },
    {
      title: 'Records',
      entries: [
        ...(superAdmin ? [{ to: links.adminMessages(), label: 'Messages', icon: MessageSquare }] : []),
        { to: links.adminAudit(), label: 'Audit log', icon: History },
        { to: links.adminAccount(), label: 'Your account', icon: UserRound },
      ],
    },
  ]
}
