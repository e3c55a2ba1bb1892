//! Memory that nobody uses any more.

/// Hands memory that was freed back to the system, which glibc keeps for later. After all hooks were read that is several
/// MiB, and the next time is far. Other allocators do so without being asked.
pub fn give_back() {
    #[cfg(all(feature = "processes", target_os = "linux", target_env = "gnu"))]
    {
        #[expect(unsafe_code, reason = "nobody offers a safe form of it")]
        // SAFETY: it looks at what is free alone, and any thread may call it at any time.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}
