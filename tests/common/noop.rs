//! A device that runs nothing.

#![allow(dead_code, unreachable_pub, reason = "a module of several test binaries, each of which uses a part")]

use lacuna::wgpu;

/// Returns a device that runs nothing, with the validation and the limits of a real one. It records only while its queue is held.
pub fn noop(limits: &wgpu::Limits) -> (wgpu::Device, wgpu::Queue) {
    let adapter = adapter_with(limits.clone()).expect("the noop adapter");
    let request = wgpu::DeviceDescriptor { required_limits: limits.clone(), ..Default::default() };
    pollster::block_on(adapter.request_device(&request)).expect("the noop device")
}

/// Returns an adapter that runs nothing and reports the given limits; `None` if wgpu itself refuses them.
pub fn adapter_with(limits: wgpu::Limits) -> Option<wgpu::Adapter> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::NOOP;
    descriptor.backend_options.noop = wgpu::NoopBackendOptions { enable: true, limits: Some(limits), ..Default::default() };
    let instance = wgpu::Instance::new(descriptor);
    pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default())).ok()
}

/// Returns the error that a device reports while something runs.
pub fn failure(device: &wgpu::Device, run: impl FnOnce()) -> Option<wgpu::Error> {
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    run();
    pollster::block_on(scope.pop())
}
